import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'

/** An engine that runs containers here, and an image it has. */
export interface TestEngine {
  /** Program to call in place of podman. */
  program: string
  /** Holds busybox and nothing else. */
  image: string
  /** Names of the containers that are there, ended ones too. */
  containers(): Promise<string[]>
}

const IMAGE = 'localhost/windlass-test:1'
const APPLETS = ['sh', 'cat', 'echo', 'env', 'false', 'id', 'ls', 'pwd', 'sleep', 'true']

/** Some sandboxes forbid what every engine does first: raising limits. What is tested here does not need that. */
const LENIENT_RUNTIME = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const words = process.argv.slice(2)
const at = words.findIndex((word) => word === '--bundle' || word === '-b')
if (at >= 0) {
  const file = words[at + 1] + '/config.json'
  const config = JSON.parse(readFileSync(file, 'utf8'))
  delete config.process.rlimits
  delete config.process.oomScoreAdj
  delete config.linux.resources
  writeFileSync(file, JSON.stringify(config))
}
process.exit(spawnSync('runc', words, { stdio: 'inherit' }).status ?? 1)
`

const settings = (runtime: string) => `[engine]
runtime = "lenient"
cgroup_manager = "cgroupfs"
events_logger = "file"
[engine.runtimes]
lenient = ["${runtime}"]
[containers]
netns = "host"
default_ulimits = []
`

async function makeRoot(folder: string): Promise<string> {
  const root = path.join(folder, 'image')
  await mkdir(path.join(root, 'bin'), { recursive: true })
  const { stdout: busybox } = await execa('sh', ['-c', 'command -v busybox'])
  await copyFile(busybox, path.join(root, 'bin/busybox'))
  await chmod(path.join(root, 'bin/busybox'), 0o755)
  for (const applet of APPLETS) await symlink('busybox', path.join(root, 'bin', applet))
  return root
}

/**
 * Sets up podman with a place of its own in the folder.
 * @returns undefined where no container can be run, for example because podman or busybox is not installed
 */
export async function makeTestEngine(folder: string): Promise<TestEngine | undefined> {
  const program = path.join(folder, 'engine')
  const runtime = path.join(folder, 'runtime')
  const config = path.join(folder, 'containers.conf')
  const words = [`--root ${folder}/storage --runroot ${folder}/run --storage-driver vfs`]
  await mkdir(folder, { recursive: true })
  await writeFile(runtime, LENIENT_RUNTIME, { mode: 0o755 })
  await writeFile(config, settings(runtime))
  await writeFile(program, `#!/bin/sh\nCONTAINERS_CONF=${config} exec podman ${words.join(' ')} "$@"\n`, {
    mode: 0o755,
  })
  try {
    const root = await makeRoot(folder)
    const archive = path.join(folder, 'image.tar')
    await execa('tar', ['-C', root, '-cf', archive, '.'])
    await execa(program, ['import', archive, IMAGE])
    await execa(program, ['run', '--rm', IMAGE, '/bin/true'])
  } catch {
    // Whatever is missing, the answer is the same: containers cannot be tested on this machine.
    return undefined
  }
  return {
    program,
    image: IMAGE,
    containers: async () =>
      (await execa(program, ['ps', '-a', '--format', '{{.Names}}'])).stdout.split('\n').filter(Boolean),
  }
}

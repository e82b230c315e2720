// Brings the pinned pnpm from the npm registry into .tools/ and hands over to it, so that a machine needs nothing but
// some Node and npm. Plain JavaScript: this file runs on the system's Node, before the workspace's own one exists.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM_VERSION = '12.21.0'
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const toolDir = path.join(root, '.tools', `pnpm-${PNPM_VERSION}`)
const isWindows = process.platform === 'win32'
const pnpm = path.join(toolDir, 'node_modules', '.bin', isWindows ? 'pnpm.cmd' : 'pnpm')

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows })
  if (result.error) {
    console.error(`windlass: cannot run ${command}: ${result.error.message}`)
    process.exit(1)
  }
  if (result.status !== 0) process.exit(result.status ?? 1)
}

// Ctrl+C reaches the whole process group; the child decides when everything is drained, and its exit code is ours.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

if (!existsSync(pnpm)) {
  console.log(`windlass: fetching pnpm ${PNPM_VERSION} (first run only)`)
  run('npm', ['install', '--prefix', toolDir, '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', `pnpm@${PNPM_VERSION}`])
}
run(pnpm, process.argv.slice(2))

// Makes a fresh clone ready to run and hands over: brings the pinned pnpm from the npm registry into .tools/,
// installs the workspace when its manifests changed, and runs the asked script on the workspace's own Node.
// Plain JavaScript: this file runs on the system's Node, before the workspace's own one exists.
//
//   node scripts/boot.mjs start.ts --demo    runs scripts/start.ts with the workspace's Node
//   node scripts/boot.mjs install            hands everything else to pnpm
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM_VERSION = '12.21.0'
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const toolDir = path.join(root, '.tools', `pnpm-${PNPM_VERSION}`)
const isWindows = process.platform === 'win32'
const binary = (dir, name) => path.join(dir, 'node_modules', '.bin', isWindows ? `${name}.cmd` : name)
const pnpm = binary(toolDir, 'pnpm')
/** Preparing says what it does on standard error: the output belongs to the script, which may answer in JSON. */
const ASIDE = ['inherit', 2, 2]
const stampFile = path.join(root, 'node_modules', '.windlass-installed')

function fail(message) {
  console.error(`windlass: ${message}`)
  process.exit(1)
}

function run(command, args, stdio = 'inherit') {
  const result = spawnSync(command, args, { cwd: root, stdio, shell: isWindows })
  if (result.error) fail(`cannot run ${command}: ${result.error.message}`)
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function ensurePnpm() {
  if (existsSync(pnpm)) return
  console.error(`windlass: fetching pnpm ${PNPM_VERSION} (first run only)`)
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', '--prefix', toolDir, ...quiet, `pnpm@${PNPM_VERSION}`], ASIDE)
}

/** Changes whenever an installation is due; reading a few files keeps a warm start free of pnpm and the network. */
function manifestStamp() {
  const manifests = readdirSync(root).map((name) => path.join(root, name, 'package.json'))
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => path.join(root, name))
  const hash = createHash('sha256')
  for (const file of [...files, ...manifests]) if (existsSync(file)) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function ensureInstalled() {
  const stamp = manifestStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  ensurePnpm()
  console.error('windlass: installing dependencies')
  run(pnpm, ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'], ASIDE)
  writeFileSync(stampFile, stamp)
}

/** Runs a script as our child; a signal for us is meant for it, and its exit is ours. */
function handOver(script, args) {
  const child = spawn(binary(root, 'node'), [path.join(root, 'scripts', script), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    shell: isWindows,
  })
  // Ctrl+C reaches the child by itself, as a member of the same terminal; SIGTERM is sent to one process only.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`cannot run the workspace's Node: ${error.message}`))
  child.on('exit', (code) => process.exit(code ?? 1))
}

const [first = '', ...rest] = process.argv.slice(2)
if (first.endsWith('.ts')) {
  ensureInstalled()
  handOver(first, rest)
} else {
  ensurePnpm()
  run(pnpm, [first, ...rest])
}

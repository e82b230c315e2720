// Builds host and areas into dist/console, only what changed. `--mono` builds the same sources as one program into
// dist/mono, for the comparison in docs/benchmarks.md.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { buildHost } from './build/buildHost.ts'
import { buildRemote } from './build/buildRemote.ts'
import { type PageTemplate, REGISTRY_MARK, registryElement } from './build/page.ts'
import { CONSOLE_DIR, ROOT, remoteIds } from './build/workspace.ts'

/** Local versions other than the current one that stay, for tabs that are still open. */
const KEEP_VERSIONS = 3

/** Brings dist/console up to date and says what was done. */
export async function buildConsole(outDir = CONSOLE_DIR): Promise<void> {
  const startedAt = Date.now()
  mkdirSync(outDir, { recursive: true })
  const remotesDir = path.join(outDir, 'remotes')
  const isHostNew = await buildHost(outDir)
  const remotes: Record<string, AreaRelease> = {}
  for (const id of remoteIds()) {
    remotes[id] = await buildRemote({ id, outDir: remotesDir })
    dropOldVersions(path.join(remotesDir, id), remotes[id].version)
  }
  writeFileSync(path.join(outDir, 'registry.json'), JSON.stringify({ remotes }))
  writeStaticPage(outDir, { remotes })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `build: host ${isHostNew ? 'built' : 'unchanged'}, ${Object.keys(remotes).length} areas ready, ${seconds} s`,
  )
}

/** The page with the default registry in it, so that any static server can serve the folder too. */
function writeStaticPage(outDir: string, registry: unknown): void {
  const page = JSON.parse(readFileSync(path.join(outDir, 'page.json'), 'utf8')) as PageTemplate
  writeFileSync(
    path.join(outDir, 'index.html'),
    page.html.replace(REGISTRY_MARK, () => registryElement(registry)),
  )
}

function dropOldVersions(dir: string, current: string): void {
  const versions = readdirSync(dir).filter((name) => name !== current)
  const byAge = versions
    .map((name) => ({ name, at: statSync(path.join(dir, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of byAge.slice(KEEP_VERSIONS)) rmSync(path.join(dir, name), { recursive: true })
}

async function buildMono(): Promise<void> {
  const outDir = path.join(ROOT, 'dist/mono')
  mkdirSync(outDir, { recursive: true })
  await buildHost(outDir, { mono: true })
  const registry = readFileSync(path.join(CONSOLE_DIR, 'registry.json'), 'utf8')
  writeStaticPage(outDir, JSON.parse(registry))
  console.log('build: dist/mono is ready')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildConsole()
  if (process.argv.includes('--mono')) await buildMono()
}

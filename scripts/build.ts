// Builds host and areas into dist/console, only what changed. `--mono` builds the same sources as one program into
// dist/mono, for the comparison in docs/benchmarks.md.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { buildHost } from './build/buildHost.ts'
import { buildMono } from './build/buildMono.ts'
import { buildRemote } from './build/buildRemote.ts'
import { writeStaticPage } from './build/page.ts'
import { CONSOLE_DIR, ROOT, remoteIds } from './build/workspace.ts'

/** Local versions other than the current one that stay, for tabs that are still open. */
const KEEP_VERSIONS = 3

/** Brings dist/console up to date and says what was done. */
export async function buildConsole(outDir = CONSOLE_DIR): Promise<void> {
  const startedAt = Date.now()
  mkdirSync(outDir, { recursive: true })
  const remotesDir = path.join(outDir, 'remotes')
  const host = await buildHost(outDir)
  const remotes: Record<string, AreaRelease> = {}
  for (const id of remoteIds()) {
    remotes[id] = await buildRemote({ id, outDir: remotesDir })
    dropOldVersions(path.join(remotesDir, id), remotes[id].version)
  }
  writeFileSync(path.join(outDir, 'registry.json'), JSON.stringify({ remotes }))
  writeStaticPage(outDir, { remotes })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`build: host ${host ? 'built' : 'unchanged'}, ${Object.keys(remotes).length} areas ready, ${seconds} s`)
}

function dropOldVersions(dir: string, current: string): void {
  const versions = readdirSync(dir).filter((name) => name !== current)
  const byAge = versions
    .map((name) => ({ name, at: statSync(path.join(dir, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of byAge.slice(KEEP_VERSIONS)) rmSync(path.join(dir, name), { recursive: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildConsole()
  if (process.argv.includes('--mono')) await buildMono(CONSOLE_DIR, path.join(ROOT, 'dist/mono'))
}

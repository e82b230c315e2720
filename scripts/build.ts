// Builds host and areas into dist/console, only what changed. `--mono` builds the same sources as one program into
// dist/mono, for the comparison in docs/benchmarks.md.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { dropVersion } from '@windlass/backend/artefact/artefactFolder'
import { rebuildFolder } from '@windlass/backend/artefact/folderRebuild'
import { parseRegistry, sealRegistry } from '@windlass/backend/artefact/registryFile'
import { writeAtomically } from '@windlass/backend/artefact/writeAtomically'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { buildDocs } from './build/buildDocs.ts'
import { buildHost } from './build/buildHost.ts'
import { buildMono } from './build/buildMono.ts'
import { buildRemote } from './build/buildRemote.ts'
import { writeStaticPage } from './build/page.ts'
import { versionsIn } from './build/placeArtefact.ts'
import { CONSOLE_DIR, ROOT, remoteIds } from './build/workspace.ts'

/** Local versions other than the current one that stay, for tabs that are still open. */
const KEEP_VERSIONS = 3

/** Brings dist/console up to date and says what was done. */
export async function buildConsole(outDir = CONSOLE_DIR): Promise<void> {
  const startedAt = Date.now()
  mkdirSync(outDir, { recursive: true })
  const host = await buildHost(outDir)
  const { remotes, failures } = await buildRemotes(outDir)
  await writeAtomically(path.join(outDir, 'registry.json'), JSON.stringify(sealRegistry({ remotes })))
  await writeStaticPage(outDir, { remotes })
  // Somebody released into this folder: what its channels say goes on, over what was built now.
  if (existsSync(path.join(outDir, 'channels.json'))) await rebuildFolder(outDir, { name: 'build' })
  buildDocs(outDir)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`build: host ${host ? 'built' : 'unchanged'}, ${Object.keys(remotes).length} areas ready, ${seconds} s`)
  if (failures.length > 0) throw new AggregateError(failures, 'some areas could not be built')
}

/** One area that does not build holds up nobody else: its last version stays, and the failure is told at the end. */
async function buildRemotes(outDir: string) {
  const remotes: Record<string, AreaRelease> = { ...readRegistry(outDir) }
  const failures: unknown[] = []
  const ids = remoteIds()
  for (const gone of Object.keys(remotes).filter((id) => !ids.includes(id))) delete remotes[gone]
  for (const id of ids) {
    try {
      remotes[id] = await buildRemote({ id, outDir: path.join(outDir, 'remotes') })
      await dropOldVersions(path.join(outDir, 'remotes', id), remotes[id].version)
    } catch (error) {
      console.error(`build: remote-${id} failed:`, error instanceof Error ? error.message : error)
      failures.push(error)
    }
  }
  return { remotes, failures }
}

/** What an earlier build left; what cannot be trusted is not carried on. */
function readRegistry(outDir: string): AreaRegistry['remotes'] {
  const file = path.join(outDir, 'registry.json')
  if (!existsSync(file)) return {}
  try {
    return parseRegistry(readFileSync(file, 'utf8')).remotes
  } catch (error) {
    console.warn('build: every area is listed anew:', error instanceof Error ? error.message : error)
    return {}
  }
}

/** What was released into this folder is signed, and its own commands say how long it stays. */
async function dropOldVersions(dir: string, current: string): Promise<void> {
  const isReleased = (name: string) => existsSync(path.join(dir, name, 'signature.json'))
  const others = versionsIn(dir).filter((name) => name !== current && !isReleased(name))
  for (const name of others.slice(KEEP_VERSIONS)) await dropVersion(dir, name, [])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildConsole()
  if (process.argv.includes('--mono')) await buildMono(CONSOLE_DIR, path.join(ROOT, 'dist/mono'))
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { unpackArtefact } from '@windlass/backend/artefact/archive'
import { type Artefact, withBase, withSignature } from '@windlass/backend/artefact/artefact'
import { readArtefact } from '@windlass/backend/artefact/artefactFolder'
import { signContents } from '@windlass/backend/artefact/signature'
import { CommandError, EXIT, misused, refused } from '@windlass/backend/commandLine/commandError'
import type { Output } from '@windlass/backend/commandLine/output'
import { buildRemote } from '../build/buildRemote.ts'
import { packageVersion, ROOT, remoteIds } from '../build/workspace.ts'
import { readVersion } from './parameters.ts'
import type { SigningKey } from './signingKey.ts'

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** POSIX shells add this to the number of a signal. */
const SIGNAL_EXIT = 128

/** Where a version comes from. */
export interface Source {
  remote: string
  /** Absent: the one its package.json names. */
  version: string | undefined
  /** Folder of the area, when it is not in this workspace. */
  dir: string | undefined
  /** Where browsers find its files, when that is not the target. */
  base: string | undefined
  /** Archive built before. */
  archive: string | undefined
}

/** Which version a source will give, without building it; undefined when only the archive knows. */
export function plannedVersion({ remote, version, dir, archive }: Source): string | undefined {
  if (version !== undefined || archive !== undefined) return version
  return readVersion(packageVersion(folderOf(remote, dir)))
}

/** Builds a version, or reads it from its archive. */
export async function readCandidate(source: Source, output: Output): Promise<Artefact> {
  const artefact = source.archive === undefined ? await built(source, output) : await unpacked(source, source.archive)
  return source.base === undefined ? artefact : withBase(artefact, source.base)
}

/** The artefact with the signature of a team in it. */
export function signed(artefact: Artefact, key: SigningKey): Artefact {
  return withSignature(artefact, signContents(artefact.contentsText, key.pem))
}

function folderOf(remote: string, dir: string | undefined): string {
  if (dir === undefined) {
    const ids = remoteIds()
    if (!ids.includes(remote))
      throw misused(`there is no remote-${remote} here: choose one of ${ids.join(', ')}, or name its folder with --dir`)
    return path.join(ROOT, `remote-${remote}`)
  }
  if (!existsSync(path.join(dir, 'package.json'))) throw misused(`${dir} is no area: it has no package.json`)
  return dir
}

async function built(source: Source, output: Output): Promise<Artefact> {
  const { remote } = source
  const dir = folderOf(remote, source.dir)
  const version = plannedVersion(source)
  const outDir = mkdtempSync(path.join(tmpdir(), 'windlass-release-'))
  const remove = () => rmSync(outDir, { recursive: true, force: true })
  // Who stops a build with Ctrl+C leaves nothing behind either; the exit code is what shells expect of the signal.
  const stop = (signal: NodeJS.Signals) => {
    remove()
    process.exit(SIGNAL_EXIT + constants.signals[signal])
  }
  for (const signal of STOPPING) process.once(signal, stop)
  const startedAt = performance.now()
  const step = output.step(`building ${remote} ${version}`)
  try {
    const release = await buildRemote({ id: remote, dir, version, outDir }).catch(refuseBuild)
    const artefact = await readArtefact(path.join(outDir, remote), release.version)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const files = Object.keys(artefact.contents.files).length
    step.done(`built ${remote} ${release.version} in ${seconds} s, ${files} files`)
    return artefact
  } catch (error) {
    step.fail(`${remote} ${version} does not build`)
    throw error
  } finally {
    for (const signal of STOPPING) process.off(signal, stop)
    remove()
  }
}

function refuseBuild(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  throw new CommandError(EXIT.refused, { rule: 'build', message }, [], { cause: error })
}

async function unpacked({ remote, version }: Source, archive: string): Promise<Artefact> {
  const artefact = await unpackArtefact(readArchive(archive))
  const { id, version: found } = artefact.contents
  if (id !== remote) throw refused('name', `${archive} holds ${id}, not ${remote}`)
  if (version !== undefined && version !== found)
    throw refused('version', `${archive} holds ${id} ${found}, not ${version}`)
  return artefact
}

function readArchive(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw misused(`the archive cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

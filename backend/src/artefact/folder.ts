import type { OutputOf } from '@windlass/shared-kit/contract'
import type { AreaRegistry, HostFacts } from '@windlass/shared-kit/contract/area'
import type {
  ReleaseContext,
  ReleaseDiff,
  ReleaseEvent,
  ReleaseKey,
  ReleaseList,
  ReleaseVersion,
} from '@windlass/shared-kit/contract/release'
import type { Artefact } from './artefact.ts'
import type { Channel } from './channel.ts'

/** A console as plain files, as any web server may serve it. */
export interface ReleaseFolder {
  dir: string
  host: HostFacts
  registry: AreaRegistry
  /** By area. */
  channels: Readonly<Record<string, Channel>>
  /** The version of each area that came with the console. */
  builtIn: Readonly<Record<string, string>>
  keys: readonly ReleaseKey[]
}

/** Who changes a folder. */
export interface Author {
  /** Shown in the history. */
  name: string
  /** Origins that may serve files besides the folder's own. */
  allowedOrigins?: readonly string[]
}

const later = (): never => {
  throw new Error('not yet')
}

/** Opens a folder; one that was edited by hand is refused with what to do. */
export async function readFolder(_dir: string): Promise<ReleaseFolder> {
  return later()
}
/** What a version of an area has to fit, as a console answers it. */
export async function contextIn(_dir: string, _remote: string): Promise<OutputOf<typeof ReleaseContext>> {
  return later()
}
/** Checks and adds a signed version; nobody gets it yet. */
export async function publishInto(
  _dir: string,
  _artefact: Artefact,
  _author: Author,
): Promise<{ keyId: string; bytes: number }> {
  return later()
}
export async function promoteIn(_dir: string, _remote: string, _version: string, _author: Author): Promise<void> {
  return later()
}
export async function rollbackIn(
  _dir: string,
  _remote: string,
  _version: string | undefined,
  _author: Author,
): Promise<{ version: string }> {
  return later()
}
export async function pinIn(
  _dir: string,
  _remote: string,
  _version: string | undefined,
  _author: Author,
): Promise<void> {
  return later()
}
export async function unpinIn(_dir: string, _remote: string, _author: Author): Promise<void> {
  return later()
}
export async function switchOffIn(_dir: string, _remote: string, _reason: string, _author: Author): Promise<void> {
  return later()
}
export async function switchOnIn(_dir: string, _remote: string, _author: Author): Promise<void> {
  return later()
}
export async function listIn(_dir: string): Promise<OutputOf<typeof ReleaseList>> {
  return later()
}
export async function versionsIn(_dir: string, _remote: string): Promise<ReleaseVersion[]> {
  return later()
}
export async function historyIn(_dir: string, _remote?: string): Promise<ReleaseEvent[]> {
  return later()
}
export async function compareIn(_dir: string, _remote: string, _from: string, _to: string): Promise<ReleaseDiff> {
  return later()
}
export async function keysIn(_dir: string): Promise<readonly ReleaseKey[]> {
  return later()
}
export async function addKeyIn(
  _dir: string,
  _key: { team: string; publicKey: string; remotes: string[] },
  _author: Author,
): Promise<ReleaseKey> {
  return later()
}
export async function revokeKeyIn(_dir: string, _keyId: string, _author: Author): Promise<void> {
  return later()
}
/** Writes registry, channels and page anew from the artefacts that lie in the folder; the only way out of an edited file. */
export async function rebuildFolder(_dir: string, _author: Author): Promise<ReleaseFolder> {
  return later()
}
/** What a folder cannot do, because everybody gets the same from it. */
export function refuseInFolder(_what: 'canary' | 'preview' | 'rule'): never {
  return later()
}

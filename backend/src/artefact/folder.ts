import path from 'node:path'
import type { OutputOf } from '@windlass/shared-kit/contract'
import type { ReleaseContext, ReleaseEvent } from '@windlass/shared-kit/contract/release'
import { type Artefact, titleOf } from './artefact.ts'
import { ArtefactError } from './artefactError.ts'
import { readArtefact, versionsInFolder, writeArtefact } from './artefactFolder.ts'
import * as channels from './channel.ts'
import { checkRelease } from './checkRelease.ts'
import { keysFor, requireTrusted } from './folderKeys.ts'
import { areaDirOf, areaIdsIn, builtInOf, channelIn, registryOfFolder } from './folderRegistry.ts'
import { type FolderState, isPublished, readHost, readKeys, readPage, readState, writeState } from './folderState.ts'
import type { ReleaseFolder } from './releaseFolder.ts'
import { totalBytes } from './weight.ts'
import { withLock } from './withLock.ts'

export { addKeyIn, keysIn, revokeKeyIn } from './folderKeys.ts'
export { rebuildFolder } from './folderRebuild.ts'
export { compareIn, historyIn, listIn, versionsIn } from './folderReports.ts'

/** Who changes a folder. */
export interface Author {
  /** Shown in the history. */
  name: string
  /** Origins that may serve files besides the folder's own. */
  allowedOrigins?: readonly string[]
}

/** More than anybody reads back; the file stays small. */
const MAX_HISTORY = 500

/** Opens a folder; one that was edited by hand is refused with what to do. */
export async function readFolder(dir: string): Promise<ReleaseFolder> {
  const [host, state, keys] = await Promise.all([readHost(dir), readState(dir), readKeys(dir)])
  const { registry } = await registryOfFolder(dir, state, host, Date.now())
  return { dir, host, registry, channels: state.channels, builtIn: state.builtIn, keys }
}

/** What a version of an area has to fit, as a console answers it. */
export async function contextIn(dir: string, remote: string): Promise<OutputOf<typeof ReleaseContext>> {
  const { host, registry, keys } = await readFolder(dir)
  const state = await readState(dir)
  // What a publish left that was cut off is not published, and may be published again.
  const known = (await versionsInFolder(areaDirOf(dir, remote))).filter(
    (version) => version === builtInOf(state, remote) || isPublished(state, remote, version),
  )
  const others = Object.values(registry.remotes).filter(({ id }) => id !== remote)
  return {
    host,
    routes: others.flatMap(({ id, routes }) => routes.map((route) => ({ remote: id, path: route.path }))),
    versions: known,
    stable: channelIn(state, remote).stable || builtInOf(state, remote),
    keyIds: keysFor(keys, remote).map(({ keyId }) => keyId),
    // A folder has no settings: whoever publishes says where its files may come from.
    allowedOrigins: [],
  }
}

/** Checks and adds a signed version; nobody gets it yet. */
export function publishInto(
  dir: string,
  artefact: Artefact,
  author: Author,
): Promise<{ keyId: string; bytes: number }> {
  const { id, version } = artefact.contents
  return changing(dir, async (state) => {
    const keyId = requireTrusted(artefact, await readKeys(dir))
    const context = await contextIn(dir, id)
    const problems = checkRelease(artefact, {
      ...context,
      allowedOrigins: author.allowedOrigins ?? context.allowedOrigins,
    })
    if (problems.length > 0) throw new ArtefactError('release', problems.map(({ message }) => message).join('\n'))
    await writeArtefact(artefact, areaDirOf(dir, id))
    const published = { ...state.published, [`${id}@${version}`]: { by: author.name, time: Date.now() } }
    const detail = `signed with key ${keyId.slice(0, 16)}…`
    return {
      state: noted({ ...state, published }, { remote: id, version, kind: 'publish', detail }, author),
      answer: { keyId, bytes: totalBytes(artefact.contents) },
    }
  })
}

/** Everybody gets `version` from their next load on. */
export function promoteIn(dir: string, remote: string, version: string, author: Author): Promise<void> {
  return moving(dir, remote, author, async (channel, state) => {
    await requireUsable(dir, state, remote, version)
    const detail = `instead of ${channels.nameOf(channel.stable)}`
    return { next: channels.promote(channel, version), event: { kind: 'promote', version, detail } }
  })
}

/** Back to `version`, or to what was stable before; answers what is stable then. */
export async function rollbackIn(
  dir: string,
  remote: string,
  version: string | undefined,
  author: Author,
): Promise<{ version: string }> {
  let stable = ''
  await moving(dir, remote, author, async (channel, state) => {
    const builtIn = builtInOf(state, remote)
    const next = channels.rollback(channel, asInHistory(channel, builtIn, version))
    stable = next.stable || builtIn
    // Also signed with a key that was revoked since: what ran before is better than what has to go.
    if (stable !== '') await requireUsable(dir, state, remote, stable, 'also-revoked')
    const withdrawn = channel.stable || builtIn
    return { next, event: { kind: 'rollback', version: withdrawn, detail: `back to ${channels.nameOf(next.stable)}` } }
  })
  return { version: stable }
}

/** The history knows the version that came with the console as "". */
const asInHistory = (channel: channels.Channel, builtIn: string, version: string | undefined) =>
  version === builtIn && !channel.stableHistory.includes(builtIn) ? '' : version

/** Keeps what is stable, or `version`, until the pin is taken away. */
export function pinIn(dir: string, remote: string, version: string | undefined, author: Author): Promise<void> {
  return moving(dir, remote, author, async (channel, state) => {
    const wanted =
      version === undefined || version === (channel.stable || builtInOf(state, remote)) ? channel.stable : version
    if (wanted !== channel.stable) await requireUsable(dir, state, remote, wanted)
    return { next: channels.pin(channel, wanted), event: { kind: 'pin', version: wanted, detail: '' } }
  })
}

/** New versions may be promoted again. */
export function unpinIn(dir: string, remote: string, author: Author): Promise<void> {
  return moving(dir, remote, author, async (channel) => ({
    next: channels.unpin(channel),
    event: { kind: 'unpin', version: channel.stable, detail: '' },
  }))
}

/** Turns an area off for everybody. */
export function switchOffIn(dir: string, remote: string, reason: string, author: Author): Promise<void> {
  return moving(dir, remote, author, async (channel) => ({
    next: channels.switchOff(channel, reason),
    event: { kind: 'disable', version: channel.stable, detail: reason },
  }))
}

/** Brings an area back. */
export function switchOnIn(dir: string, remote: string, author: Author): Promise<void> {
  return moving(dir, remote, author, async (channel) => ({
    next: channels.switchOn(channel),
    event: { kind: 'enable', version: channel.stable, detail: '' },
  }))
}

const NOT_IN_A_FOLDER = {
  canary: 'A canary for some people',
  preview: 'A preview for one user',
  rule: 'A rule that watches a canary',
} as const

/** What a folder cannot do, because everybody gets the same from it. */
export function refuseInFolder(what: keyof typeof NOT_IN_A_FOLDER): never {
  throw new ArtefactError(
    'folder',
    `${NOT_IN_A_FOLDER[what]} needs a running console: from a folder everybody gets the same. Give a console with --target https://…`,
  )
}

/** Changes a folder while nobody else does, and writes what follows from it. */
async function changing<Answer>(
  dir: string,
  change: (state: FolderState) => Promise<{ state: FolderState; answer: Answer }>,
): Promise<Answer> {
  // Before the lock: in a folder of something else nothing is written at all.
  const host = await readHost(dir)
  await readPage(dir)
  return withLock(path.join(dir, '.release.lock'), async () => {
    const { state, answer } = await change(await readState(dir))
    const { registry } = await registryOfFolder(dir, state, host, Date.now())
    await writeState(dir, state, registry)
    return answer
  })
}

type Note = Pick<FolderState['history'][number], 'remote' | 'version' | 'detail'> & { kind: ReleaseEvent['kind'] }

const noted = (state: FolderState, note: Note, author: Author): FolderState => ({
  ...state,
  history: [{ ...note, userName: author.name, time: Date.now() }, ...state.history].slice(0, MAX_HISTORY),
})

interface Move {
  next: channels.Channel
  event: Omit<Note, 'remote'>
}

function moving(
  dir: string,
  remote: string,
  author: Author,
  move: (channel: channels.Channel, state: FolderState) => Promise<Move>,
): Promise<void> {
  return changing(dir, async (state) => {
    if (!areaIdsIn(state).includes(remote))
      throw new ArtefactError('folder', `There is no area "${remote}" in ${dir}: publish a version of it first`)
    const { next, event } = await move(channelIn(state, remote), state)
    const moved = {
      ...state,
      channels: { ...state.channels, [remote]: next },
    }
    return { state: noted(moved, { remote, ...event }, author), answer: undefined }
  })
}

/** What people are to get must be there, whole, and signed by somebody who is trusted. */
async function requireUsable(
  dir: string,
  state: FolderState,
  remote: string,
  version: string,
  revoked: 'not-revoked' | 'also-revoked' = 'not-revoked',
): Promise<void> {
  const artefact = await readArtefact(areaDirOf(dir, remote), version)
  if (version === builtInOf(state, remote)) return
  if (!isPublished(state, remote, version))
    throw new ArtefactError('folder', `${titleOf(artefact.contents)} was never published here: publish it first`)
  requireTrusted(artefact, await readKeys(dir), revoked)
}

import { Code } from '@windlass/shared-kit/contract'
import type { SftpThere } from '@windlass/shared-kit/contract/sftp'
import { SFTP_UPLOADS_AT_ONCE, type SftpUnfinished } from '@windlass/shared-kit/contract/sftpUpload'
import { ApiError } from '@windlass/shared-kit/http'
import { atom, store } from '@windlass/shared-kit/session'
import type { PickedFile } from './collectDropped.ts'
import { announceChange } from './folderChanges.ts'
import { joinPath, parentOf } from './remotePath.ts'
import { sendBatch } from './sendBatch.ts'
import { type Sending, sendUpload } from './sendUpload.ts'
import {
  type Answer,
  nextUploads,
  reduceUploads,
  type There,
  totalsOf,
  type Upload,
  type UploadEvent,
} from './uploadList.ts'

const stateAtom = atom<readonly Upload[]>([])
/** Everything on its way, oldest first; outlives the page it was started on, until the window is closed. */
export const uploadsAtom = atom((get) => get(stateAtom))

const files = new Map<string, File>()
const stops = new Map<string, (isForGood: boolean) => void>()
let running = 0
let lastId = 0

function happen(event: UploadEvent): void {
  store.set(stateAtom, reduceUploads(store.get(stateAtom), event))
}

const ANNOUNCE_MS = 400
const changed = new Map<string, { serverId: number; dir: string }>()
let announcing: ReturnType<typeof setTimeout> | undefined

/** Folders are read again now and then, not for each of a thousand files. */
function noteChange({ serverId, dir, name }: Upload): void {
  const folder = parentOf(joinPath(dir, name))
  changed.set(`${serverId} ${folder}`, { serverId, dir: folder })
  // A folder on the way may be new to the one that is shown.
  if (folder !== dir) changed.set(`${serverId} ${dir}`, { serverId, dir })
  announcing ??= setTimeout(() => {
    announcing = undefined
    const all = [...changed.values()]
    changed.clear()
    for (const { serverId: id, dir: one } of all) announceChange(id, [one])
  }, ANNOUNCE_MS)
}

const thereOf = (error: unknown): There | undefined => {
  if (!(error instanceof ApiError) || error.code !== Code.Failed) return undefined
  // Checked before it is used: refusals carry data of several shapes.
  return (error.data as Partial<SftpThere> | null)?.there
}

/** What a failure makes of the uploads it is about. */
function fail(ids: readonly string[], error: unknown): void {
  const there = thereOf(error)
  if (there) happen({ type: 'asked', ids, there })
  // Whoever stopped it has said already what it is now.
  else if (!(error instanceof DOMException && error.name === 'AbortError')) {
    happen({ type: 'failed', ids, problem: error instanceof Error ? error.message : String(error) })
  }
}

async function runOne(upload: Upload, file: File): Promise<void> {
  const { id } = upload
  let sending: Sending | undefined
  try {
    sending = await sendUpload(file, upload, {
      onSent: (bytes) => happen({ type: 'sent', sent: new Map([[id, bytes]]) }),
      onAddress: (address) => happen({ type: 'moved', id, address }),
    })
    const { stop } = sending
    stops.set(id, (isForGood) => void stop(isForGood).catch((error: unknown) => fail([id], error)))
    await sending.ended
    happen({ type: 'state', ids: [id], state: 'done' })
    noteChange(upload)
  } catch (error) {
    fail([id], error)
  }
}

async function runBatch(batch: readonly Upload[]): Promise<void> {
  const parts = batch.flatMap((upload) => {
    const file = files.get(upload.id)
    return file ? [{ upload, file }] : []
  })
  const ids = batch.map(({ id }) => id)
  const stopper = new AbortController()
  for (const id of ids) stops.set(id, () => stopper.abort())
  try {
    const { refused } = await sendBatch(parts, stopper.signal, (share) => {
      happen({ type: 'sent', sent: new Map(batch.map(({ id, size }) => [id, size * share])) })
    })
    const byName = new Map(refused.map((one) => [one.name, one]))
    for (const { id, name } of batch) {
      const refusal = byName.get(name)
      if (refusal?.there) happen({ type: 'asked', ids: [id], there: refusal.there })
      else if (refusal) happen({ type: 'failed', ids: [id], problem: refusal.message })
    }
    happen({ type: 'state', ids: batch.filter(({ name }) => !byName.has(name)).map(({ id }) => id), state: 'done' })
    for (const upload of batch) noteChange(upload)
  } catch (error) {
    fail(ids, error)
    // The others of a batch whose one file was taken out start again.
    if (stopper.signal.aborted) happen({ type: 'state', ids, state: 'waiting' })
  }
}

/** Starts what may start: so many at a time for one person. */
function pump(): void {
  while (running < SFTP_UPLOADS_AT_ONCE) {
    const batch = nextUploads(store.get(stateAtom))
    const [first] = batch
    if (!first) return
    const ids = batch.map(({ id }) => id)
    happen({ type: 'state', ids, state: 'running' })
    running += 1
    const file = files.get(first.id)
    const work = batch.length > 1 ? runBatch(batch) : file ? runOne(first, file) : Promise.resolve()
    void work.finally(() => {
      running -= 1
      for (const id of ids) stops.delete(id)
      release()
      pump()
    })
  }
}

/** Files of what has ended are no longer held. */
function release(): void {
  const needed = new Set(store.get(stateAtom).flatMap(({ id, state }) => (state === 'done' ? [] : [id])))
  for (const id of files.keys()) if (!needed.has(id)) files.delete(id)
}

const nextId = () => {
  lastId += 1
  return `upload ${lastId}`
}

/** Adds files for a folder; those whose name is taken ask first. */
export function addUploads(
  place: { serverId: number; dir: string; asRoot: boolean },
  picked: readonly PickedFile[],
  taken: ReadonlyMap<string, There>,
): void {
  const rest = picked.filter((one) => !resumeLost(place, one))
  const uploads = rest.map(({ file, name }): Upload => {
    const id = nextId()
    const there = taken.get(name)
    files.set(id, file)
    return {
      ...{ ...place, id, name, size: file.size, sent: 0, overwrite: false, there },
      state: there ? 'asking' : 'waiting',
    }
  })
  happen({ type: 'added', uploads })
  pump()
}

/** The same file for the same place goes on where it was left. */
function resumeLost(
  { serverId, dir, asRoot }: { serverId: number; dir: string; asRoot: boolean },
  { file, name }: PickedFile,
): boolean {
  const isLost = (one: Upload) => one.state === 'lost' && one.serverId === serverId && one.asRoot === asRoot
  const lost = store.get(stateAtom).find((one) => isLost(one) && one.dir === dir && one.name === name)
  return lost !== undefined && giveFile(lost.id, file)
}

/** Gives an upload that was begun earlier its file again; false when it is not the same size. */
export function giveFile(id: string, file: File): boolean {
  const upload = store.get(stateAtom).find((one) => one.id === id)
  if (!upload || upload.size !== file.size) return false
  files.set(id, file)
  happen({ type: 'state', ids: [id], state: 'waiting' })
  pump()
  return true
}

/** Lists what this person began earlier and did not finish. */
export function addUnfinished(list: readonly (SftpUnfinished & { address: string })[]): void {
  const known = new Set(store.get(stateAtom).map(({ address }) => address))
  const uploads = list
    .filter(({ address }) => !known.has(address))
    .map(
      ({ serverId, dir, name, size, offset, asRoot, address }): Upload => ({
        ...{ id: nextId(), serverId, dir, name, size, address, asRoot, overwrite: true },
        ...{ sent: offset, state: 'lost' },
      }),
    )
  if (uploads.length > 0) happen({ type: 'added', uploads })
}

/** The file of an upload, as long as it is needed. */
export const fileOf = (id: string): File | undefined => files.get(id)

export function answerUploads(ids: readonly string[], answer: Answer): void {
  happen({ type: 'answered', ids, answer })
  pump()
}

export function pauseUploads(ids: readonly string[]): void {
  happen({ type: 'state', ids, state: 'paused' })
  for (const id of ids) stops.get(id)?.(false)
}

/** Goes on with what is paused, and tries again what has failed. */
export function resumeUploads(ids: readonly string[]): void {
  happen({ type: 'state', ids: ids.filter((id) => files.has(id)), state: 'waiting' })
  pump()
}

export function cancelUploads(ids: readonly string[]): void {
  happen({ type: 'state', ids, state: 'cancelled' })
  for (const id of ids) stops.get(id)?.(true)
  release()
}

export const clearUploads = (): void => happen({ type: 'cleared' })

/** Whether leaving the page would interrupt something. */
export const hasActiveUploads = (): boolean => totalsOf(store.get(stateAtom)).active > 0

/** What is there already under the name of an upload. */
export interface There {
  size: number
  /** Unix seconds. */
  time: number
  isDir: boolean
}

/**
 * asking: something is there already, the person decides. waiting, running, paused: as they say. lost: begun before the
 * page was loaded, so its file must be chosen again. failed, done, cancelled, skipped: at its end.
 */
export type UploadState =
  | 'asking'
  | 'cancelled'
  | 'done'
  | 'failed'
  | 'lost'
  | 'paused'
  | 'running'
  | 'skipped'
  | 'waiting'

/** One file on its way to a server. */
export interface Upload {
  id: string
  serverId: number
  asRoot: boolean
  /** The folder it was dropped on. */
  dir: string
  /** Below that folder; with folders when one was dropped. */
  name: string
  size: number
  state: UploadState
  /** Bytes that have left this machine. */
  sent: number
  overwrite: boolean
  there?: There | undefined
  /** Where it can be gone on with. */
  address?: string | undefined
  problem?: string | undefined
}

/** What happens to uploads; `ids` because small files travel together. */
export type UploadEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'answered'; ids: readonly string[]; answer: Answer }
  | { type: 'asked'; ids: readonly string[]; there: There }
  | { type: 'cleared' }
  | { type: 'failed'; ids: readonly string[]; problem: string }
  | { type: 'moved'; id: string; address: string }
  | { type: 'sent'; sent: ReadonlyMap<string, number> }
  | { type: 'state'; ids: readonly string[]; state: UploadState }

/** What to do with a name that is taken. */
export type Answer = { kind: 'replace' } | { kind: 'skip' } | { kind: 'rename'; nameOf: (name: string) => string }

const ENDED: readonly UploadState[] = ['cancelled', 'done', 'skipped']
export const hasEnded = ({ state }: Upload): boolean => ENDED.includes(state)

/** From where a state may be reached; anything else comes too late and changes nothing. */
const FROM: Readonly<Record<UploadState, readonly UploadState[]>> = {
  asking: ['waiting', 'running'],
  cancelled: ['asking', 'failed', 'lost', 'paused', 'running', 'waiting'],
  done: ['running'],
  failed: ['running', 'waiting'],
  lost: [],
  paused: ['running', 'waiting'],
  running: ['waiting'],
  skipped: ['asking'],
  waiting: ['failed', 'lost', 'paused', 'running'],
}

function become(upload: Upload, state: UploadState): Upload {
  if (!FROM[state].includes(upload.state)) return upload
  return { ...upload, state, problem: undefined, sent: state === 'done' ? upload.size : upload.sent }
}

function answered(upload: Upload, answer: Answer): Upload {
  if (upload.state !== 'asking') return upload
  if (answer.kind === 'skip') return become(upload, 'skipped')
  const plain = { ...upload, state: 'waiting' as const, there: undefined, sent: 0, address: undefined }
  return answer.kind === 'replace' ? { ...plain, overwrite: true } : { ...plain, name: answer.nameOf(upload.name) }
}

/** The list after something happened. */
export function reduceUploads(list: readonly Upload[], event: UploadEvent): readonly Upload[] {
  if (event.type === 'added') return [...list, ...event.uploads]
  if (event.type === 'cleared') return list.filter((upload) => !hasEnded(upload))
  if (event.type === 'moved') {
    return list.map((upload) => (upload.id === event.id ? { ...upload, address: event.address } : upload))
  }
  if (event.type === 'sent') {
    return list.map((upload) => {
      const sent = event.sent.get(upload.id)
      return sent === undefined || upload.state !== 'running' ? upload : { ...upload, sent }
    })
  }
  const ids = new Set(event.ids)
  return list.map((upload) => (ids.has(upload.id) ? changed(upload, event) : upload))
}

function changed(upload: Upload, event: Extract<UploadEvent, { ids: readonly string[] }>): Upload {
  switch (event.type) {
    case 'answered':
      return answered(upload, event.answer)
    case 'asked':
      return { ...become(upload, 'asking'), there: event.there }
    case 'failed':
      return hasEnded(upload) ? upload : { ...become(upload, 'failed'), problem: event.problem }
    case 'state':
      return become(upload, event.state)
  }
}

/** Files up to this size travel together in one request. */
export const SMALL_BYTES = 256 * 1024
const BATCH_FILES = 500
const BATCH_BYTES = 16 * 1024 * 1024

const travelsWith = (one: Upload, other: Upload) =>
  other.state === 'waiting' &&
  other.address === undefined &&
  other.size <= SMALL_BYTES &&
  other.serverId === one.serverId &&
  other.dir === one.dir &&
  other.asRoot === one.asRoot &&
  other.overwrite === one.overwrite

/** What is sent next in one request: one large file, or several small ones of the same folder. */
export function nextUploads(list: readonly Upload[]): readonly Upload[] {
  const first = list.find(({ state }) => state === 'waiting')
  if (!first || first.size > SMALL_BYTES || first.address !== undefined) return first ? [first] : []
  const batch: Upload[] = []
  let bytes = 0
  for (const upload of list) {
    if (!travelsWith(first, upload)) continue
    if (batch.length === BATCH_FILES || bytes + upload.size > BATCH_BYTES) break
    batch.push(upload)
    bytes += upload.size
  }
  return batch
}

/** The whole at a glance. */
export function totalsOf(list: readonly Upload[]) {
  const counted = list.filter(({ state }) => state !== 'cancelled' && state !== 'skipped')
  const count = (...states: UploadState[]) => list.filter(({ state }) => states.includes(state)).length
  return {
    files: counted.length,
    done: count('done'),
    failed: count('failed'),
    asking: count('asking'),
    lost: count('lost'),
    active: count('running', 'waiting'),
    paused: count('paused'),
    bytes: counted.reduce((sum, { size }) => sum + size, 0),
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
  }
}

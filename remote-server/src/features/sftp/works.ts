import type { Endpoint, InputOf } from '@windlass/shared-kit/contract'
import type { SftpProgress } from '@windlass/shared-kit/contract/sftp'
import { callStream } from '@windlass/shared-kit/http'
import { atom, store } from '@windlass/shared-kit/session'

export type WorkKind = 'copy' | 'delete' | 'move' | 'owner' | 'permissions' | 'transfer'

/** Something long that a server does: it can be watched and ended from every page of the area. */
export interface Work {
  id: number
  kind: WorkKind
  /** What it is about, in the reader's words: a name, or how many. */
  subject: string
  serverId: number
  state: 'cancelled' | 'done' | 'failed' | 'running'
  done: number
  total: number
  bytes: number
  totalBytes: number
  current: string
  problem: string
}

const stateAtom = atom<readonly Work[]>([])
/** What is being done, and what ended and was not cleared yet. */
export const worksAtom = atom((get) => get(stateAtom))

const stoppers = new Map<number, AbortController>()
let lastId = 0

const change = (id: number, patch: Partial<Work>) =>
  store.set(
    stateAtom,
    store.get(stateAtom).map((work) => (work.id === id ? { ...work, ...patch } : work)),
  )

type Progress = Extract<SftpProgress, { type: 'progress' }>

/** Starts long work and answers its data. @throws what went wrong, or an AbortError after it was cancelled */
export async function startWork<E extends Endpoint>(
  about: Pick<Work, 'kind' | 'serverId' | 'subject'>,
  endpoint: E,
  input: InputOf<E>,
): Promise<unknown> {
  lastId += 1
  const id = lastId
  const stopper = new AbortController()
  stoppers.set(id, stopper)
  const begun: Work = {
    ...about,
    id,
    state: 'running',
    done: 0,
    total: 0,
    bytes: 0,
    totalBytes: 0,
    current: '',
    problem: '',
  }
  store.set(stateAtom, [...store.get(stateAtom), begun])
  try {
    const data = await callStream<Progress, E>(endpoint, input, {
      signal: stopper.signal,
      quiet: true,
      onLine: ({ done, total, bytes, totalBytes, current }) => change(id, { done, total, bytes, totalBytes, current }),
    })
    change(id, { state: 'done' })
    return data
  } catch (error) {
    const isCancelled = stopper.signal.aborted
    change(id, { state: isCancelled ? 'cancelled' : 'failed', problem: error instanceof Error ? error.message : '' })
    throw error
  } finally {
    stoppers.delete(id)
  }
}

export const cancelWork = (id: number): void => stoppers.get(id)?.abort()

/** Takes away what ended, or one of it. */
export const clearWorks = (id?: number): void =>
  store.set(
    stateAtom,
    store.get(stateAtom).filter((work) => work.state === 'running' || (id !== undefined && work.id !== id)),
  )

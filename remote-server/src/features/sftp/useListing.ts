import { useEffect, useState } from 'react'
import { type FileRow, rowOf } from './fileRow.ts'
import { onChange } from './folderChanges.ts'
import type { SftpChannel } from './sftpChannel.ts'

/** What is known of a folder. */
export interface Listing {
  /** The folder these rows are of, as the page asked for it. */
  path: string
  rows: readonly FileRow[]
  /** All are there. */
  isDone: boolean
  /** A reading is on its way; rows of the last one may still be shown. */
  isReading: boolean
  error: Error | undefined
}

/** Rows are shown at once when they are the first, and then less and less often: each time they are sorted again. */
const FIRST_PAUSE_MS = 150
const SLOWER = 2

const NOTHING: readonly FileRow[] = []

interface Collector {
  add(rows: readonly FileRow[], isDone: boolean): void
  stop(): void
}

/** Collects what streams in and shows it now and then. */
function collector(show: (rows: readonly FileRow[], isDone: boolean) => void, isQuiet: boolean): Collector {
  const rows: FileRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS
  let isFirst = !isQuiet
  const flush = () => {
    timer = undefined
    show(rows.slice(), false)
  }
  return {
    add: (more, isDone) => {
      for (const row of more) rows.push(row)
      if (isDone || isFirst) {
        clearTimeout(timer)
        timer = undefined
        isFirst = false
        return show(isDone ? rows : rows.slice(), isDone)
      }
      // A folder that is read again keeps its rows until all the new ones are there.
      if (isQuiet || timer !== undefined) return
      timer = setTimeout(flush, pauseMs)
      pauseMs *= SLOWER
    },
    stop: () => clearTimeout(timer),
  }
}

interface Asked {
  channel: SftpChannel
  serverId: number
  /** "" before it is known where home is. */
  path: string
  asRoot: boolean
}

/** Reads a folder and shows rows while they stream in; reads it again when it was changed. */
export function useListing({ channel, serverId, path, asRoot }: Asked) {
  const subject = `${serverId} ${asRoot} ${path}`
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState({ subject, listing: emptyListing(path) })
  // Rows of another folder must never be shown under the name of this one.
  if (state.subject !== subject) setState({ subject, listing: emptyListing(path) })

  useEffect(() => onChange(serverId, path, () => setAttempt((number) => number + 1)), [serverId, path])
  useEffect(() => {
    const change = (patch: Partial<Listing>) =>
      setState((before) =>
        before.subject === subject ? { subject, listing: { ...before.listing, ...patch } } : before,
      )
    const rows = collector(
      (shown, isDone) => change({ rows: shown, isDone, isReading: !isDone, error: undefined }),
      attempt > 0,
    )
    const stop = channel.list(path || '.', asRoot, {
      onPart: ({ files, isDone }) => rows.add(files.map(rowOf), isDone),
      onFail: (error) => change({ error, isReading: false }),
    })
    return () => {
      rows.stop()
      stop()
    }
  }, [channel, subject, path, asRoot, attempt])

  const refresh = () => {
    setState((before) => ({ ...before, listing: { ...before.listing, isReading: true } }))
    setAttempt((number) => number + 1)
  }
  return { listing: state.listing, refresh }
}

const emptyListing = (path: string): Listing => ({
  path,
  rows: NOTHING,
  isDone: false,
  isReading: true,
  error: undefined,
})

import { Code } from '@windlass/shared-kit/contract'
import { type AreaReport, ReleaseReport } from '@windlass/shared-kit/contract/areaUse'
import { ApiError, call, TransportError } from '@windlass/shared-kit/http'
import { store, userAtom } from '@windlass/shared-kit/session'
import type { AreaError } from './areaError.ts'

/** Late enough to stay out of the way of the first page. */
const FIRST_REPORT_MS = 15_000
/** Somebody may be waiting to hear of a failure, and others like it may follow at once. */
const FAILURE_REPORT_MS = 2_000
const NEXT_REPORT_MS = 60_000
/** Distinct outcomes that wait; a page that fails in ever new ways has been understood by then. */
const WAITING_LIMIT = 50
const MESSAGE_LENGTH = 500

const waiting = new Map<string, AreaReport>()
let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = Number.POSITIVE_INFINITY
let lastSentAt = Number.NEGATIVE_INFINITY
/** Another server may not know reports; it is asked once. */
let isWanted = true

/** Notes that a version of an area was loaded, and how long that took. */
export function reportLoaded(area: string, version: string, ms: number): void {
  note({ area, version, outcome: 'loaded', count: 1, ms: Math.round(ms), message: '', errorId: '' }, FIRST_REPORT_MS)
}

/** Notes that an area could not be loaded, or one of its pages not be drawn. */
export function reportFailure(outcome: 'load' | 'render', { area, version, message, errorId }: AreaError): void {
  const text = message.slice(0, MESSAGE_LENGTH)
  note({ area, version, outcome, count: 1, ms: 0, message: text, errorId }, FAILURE_REPORT_MS)
}

function note(report: AreaReport, withinMs: number): void {
  if (!isWanted) return
  const key = [report.area, report.version, report.outcome, report.message].join('\n')
  const known = waiting.get(key)
  if (known) waiting.set(key, { ...report, count: known.count + 1 })
  else if (waiting.size < WAITING_LIMIT) waiting.set(key, report)
  else return
  const earliest = report.outcome === 'loaded' ? lastSentAt + NEXT_REPORT_MS : 0
  schedule(Math.max(performance.now() + withinMs, earliest))
}

function schedule(at: number): void {
  if (at >= dueAt) return
  clearTimeout(timer)
  dueAt = at
  timer = setTimeout(send, at - performance.now())
}

function send(): void {
  clearTimeout(timer)
  dueAt = Number.POSITIVE_INFINITY
  // Nobody may report before signing in; what was seen until then goes with the next report.
  if (waiting.size === 0 || !isWanted || !store.get(userAtom)) return
  const reports = [...waiting.values()]
  waiting.clear()
  lastSentAt = performance.now()
  call(ReleaseReport, { reports }, { quiet: true, keepalive: true }).catch((error: unknown) => {
    // Reports are for those who run the console; the user could do nothing about one that is lost.
    console.debug('a report could not be sent', error)
    const isUnknownThere =
      error instanceof ApiError ? error.code === Code.Denied : error instanceof TransportError && error.kind === 'http'
    if (isUnknownThere) isWanted = false
  })
}

addEventListener('pagehide', send)

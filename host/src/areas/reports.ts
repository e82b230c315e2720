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
/** What the server takes at most. */
const LIMITS = { message: 500, count: 1_000, ms: 600_000 } as const

const waiting = new Map<string, AreaReport>()
let timer: ReturnType<typeof setTimeout> | undefined
let dueAt = Number.POSITIVE_INFINITY
let lastSentAt = Number.NEGATIVE_INFINITY
/** Another server may not know reports; it is asked once. */
let isWanted = true

/** Notes that a version of an area was loaded, and how long that took. */
export function reportLoaded(area: string, version: string, ms: number): void {
  note({ area, version, outcome: 'loaded', count: 1, ms, message: '', errorId: '' }, FIRST_REPORT_MS)
}

/** Notes that an area could not be loaded, or one of its pages not be drawn, after so long. */
export function reportFailure(outcome: 'load' | 'render', failure: AreaError, ms: number): void {
  const { area, version, message, errorId } = failure
  note({ area, version, outcome, count: 1, ms, message, errorId }, FAILURE_REPORT_MS)
}

function note(report: AreaReport, withinMs: number): void {
  if (!isWanted || !keep(report)) return
  const earliest = report.outcome === 'loaded' ? lastSentAt + NEXT_REPORT_MS : 0
  schedule(Math.max(performance.now() + withinMs, earliest))
}

/** Has a report wait with equal ones; false when too many wait already. */
function keep(report: AreaReport): boolean {
  const message = report.message.slice(0, LIMITS.message)
  const key = [report.area, report.version, report.outcome, message].join('\n')
  const known = waiting.get(key)
  if (!known && waiting.size >= WAITING_LIMIT) return false
  const count = Math.min((known?.count ?? 0) + report.count, LIMITS.count)
  waiting.set(key, { ...report, message, count, ms: Math.min(Math.round(report.ms), LIMITS.ms) })
  return true
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
    // Reports are for those who run the console; the user could do nothing about one that does not arrive.
    console.debug('a report could not be sent', error)
    if (isUnknownThere(error)) isWanted = false
    if (error instanceof ApiError) return
    // The server is away for a moment, perhaps for the very reason that is reported.
    for (const report of reports) keep(report)
    schedule(performance.now() + NEXT_REPORT_MS)
  })
}

/** Answers of a server that has no such endpoint; one that is only away answers otherwise, or not at all. */
const isUnknownThere = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === Code.Denied
    : error instanceof TransportError && error.kind === 'http' && /\b40[45]\b/.test(error.message)

addEventListener('pagehide', send)

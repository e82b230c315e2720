import { DAY_MS } from '../../parts/calendar.ts'
import { LAST_INSTANT, type Meaning, meaningOf, type ZoneChange } from '../../parts/zonedTime.ts'
import { type DateProblem, readDate } from './readDate.ts'
import { isInRange, nanosOf } from './readTimestamp.ts'

/** Which of two moments is meant where clocks are changed; "" for the usual one. */
export type Pick = '' | 'earlier' | 'later'

/** A date that its zone never shows, or shows twice. */
export interface Doubt {
  kind: 'never' | 'twice'
  earlier: bigint
  later: bigint
  taken: 'earlier' | 'later'
  change: ZoneChange
  zone: string
}

/** The moment that a written date means, in nanoseconds. */
export interface DateMeaning {
  nanos: bigint
  doubt?: Doubt
}

/** Of two the first; over a gap the clock goes on as before, as every calendar does. */
const usual = (kind: Doubt['kind']) => (kind === 'twice' ? 'earlier' : 'later')

function settle(meaning: Meaning, rest: bigint, pick: Pick, zone: string): DateMeaning {
  if (meaning.kind === 'once') return { nanos: nanosOf(meaning.instant) + rest }
  const { kind, change } = meaning
  const taken = pick === '' ? usual(kind) : pick
  const both = { earlier: nanosOf(meaning.earlier) + rest, later: nanosOf(meaning.later) + rest }
  return { nanos: both[taken], doubt: { kind, ...both, taken, change, zone } }
}

/** Reads a date in a zone, unless it says itself where its clock is. */
export function dateMeaning(text: string, zone: string, pick: Pick = ''): DateMeaning | DateProblem {
  const written = readDate(text)
  if ('problem' in written) return written
  if (Math.abs(written.wall) > LAST_INSTANT + 2 * DAY_MS) return { problem: 'tooFar' }
  const rest = BigInt(written.nanos)
  const meaning =
    written.offset === undefined
      ? settle(meaningOf(written.wall, written.zone ?? zone), rest, pick, written.zone ?? zone)
      : { nanos: nanosOf(written.wall - written.offset) + rest }
  return isInRange(meaning.nanos) ? meaning : { problem: 'tooFar' }
}

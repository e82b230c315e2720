import { offsetAt } from '@windlass/shared-kit/i18n'
import { meaningOf } from '../../parts/zonedTime.ts'
import { type DateMeaning, type Doubt, dateMeaning, type Pick } from './dateMeaning.ts'
import type { DateProblem } from './readDate.ts'
import {
  floorDivide,
  isInRange,
  millisecondsOf,
  nanosOf,
  readTimestamp,
  UNITS,
  type Unit,
  writeTimestamp,
} from './readTimestamp.ts'
import { startOfDay, writeDate } from './writeDate.ts'

/** Specification 2: a day is 86400 seconds here, whatever the clocks do that night. */
const DAY_NANOS = 86_400_000_000_000n

/** What the tool keeps; it may come from a link, so every word of it may be wrong. */
export type DateInputs = Readonly<{
  timestamp: string
  date: string
  /** The field that counts; the other one follows from it. */
  from: string
  /** What the timestamp counts; "" tells it from the number of its digits. */
  unit: string
  /** The tool wrote the timestamp itself, in seconds, however many digits they have. */
  isSeconds: boolean
  /** Which of two moments, where clocks are changed. */
  pick: string
  /** "" for the zone of this browser. */
  zone: string
}>

export const EMPTY: DateInputs = {
  timestamp: '',
  date: '',
  from: 'timestamp',
  unit: '',
  isSeconds: false,
  pick: '',
  zone: '',
}

export type Field = 'date' | 'timestamp'

/** What the inputs mean: a moment, or what is wrong with which field. */
export interface Shown {
  field: Field
  nanos?: bigint
  unit?: Unit
  /** The unit was told from the number of digits. */
  isGuessed?: boolean
  doubt?: Doubt
  problem?: { key: string; values?: DateProblem['values'] }
}

const chosenUnit = ({ unit }: DateInputs): Unit | undefined => UNITS.find((known) => known === unit)
const chosenPick = ({ pick }: DateInputs): Pick => (pick === 'earlier' || pick === 'later' ? pick : '')

/** The field that counts: the one somebody typed into last, or the only one that is filled. */
export function sourceOf({ from, date, timestamp }: DateInputs): Field {
  if (date.trim() === '') return 'timestamp'
  return from === 'date' || timestamp.trim() === '' ? 'date' : 'timestamp'
}

function shownTimestamp(inputs: DateInputs): Shown {
  const unit = chosenUnit(inputs)
  const read = readTimestamp(inputs.timestamp, unit ?? (inputs.isSeconds ? 's' : undefined))
  if ('problem' in read)
    return { field: 'timestamp', problem: { key: read.problem }, ...(read.unit && { unit: read.unit }) }
  return { field: 'timestamp', nanos: read.nanos, unit: read.unit, isGuessed: unit === undefined }
}

function shownDate(inputs: DateInputs, zone: string): Shown {
  const meaning: DateMeaning | DateProblem = dateMeaning(inputs.date, zone, chosenPick(inputs))
  if ('problem' in meaning) return { field: 'date', problem: { key: meaning.problem, values: meaning.values } }
  return { field: 'date', ...meaning }
}

/** What the field that counts means; undefined while both are empty. */
export function shownOf(inputs: DateInputs, zone: string): Shown | undefined {
  const field = sourceOf(inputs)
  if (inputs[field].trim() === '') return undefined
  return field === 'date' ? shownDate(inputs, zone) : shownTimestamp(inputs)
}

/** Both fields for one moment; the timestamp in seconds unless somebody chose another unit. */
export function atMoment(nanos: bigint, inputs: DateInputs, zone: string): Partial<DateInputs> {
  const unit = chosenUnit(inputs)
  return {
    timestamp: writeTimestamp(nanos, unit ?? 's'),
    date: writeDate(nanos, zone),
    from: 'timestamp',
    isSeconds: unit === undefined,
    pick: '',
  }
}

/** The present, to the second. */
export function atNow(now: number, inputs: DateInputs, zone: string): Partial<DateInputs> {
  return atMoment(floorDivide(BigInt(now), 1000n) * 1_000_000_000n, inputs, zone)
}

/** Fills the other field from one; an empty one means now. What cannot be read leaves both. */
export function convert(field: Field, inputs: DateInputs, now: number, zone: string): Partial<DateInputs> {
  if (inputs[field].trim() === '') return atNow(now, inputs, zone)
  const source = { ...inputs, from: field }
  const shown = field === 'date' ? shownDate(source, zone) : shownTimestamp(source)
  if (shown.nanos === undefined) return { from: field }
  if (field === 'timestamp') return { date: writeDate(shown.nanos, zone), from: field, pick: '' }
  const unit = chosenUnit(inputs)
  return { timestamp: writeTimestamp(shown.nanos, unit ?? 's'), from: field, isSeconds: unit === undefined }
}

/** The first moment of the day in a zone: not always midnight, where clocks are put forward over it. */
export function today(now: number, inputs: DateInputs, zone: string): Partial<DateInputs> {
  const midnight = meaningOf(startOfDay(now, zone), zone)
  const first =
    midnight.kind === 'once' ? midnight.instant : midnight.kind === 'twice' ? midnight.earlier : midnight.change.at
  return atMoment(nanosOf(first), inputs, zone)
}

/** A number of days later or earlier than what the inputs mean, or than now; undefined where time ends. */
export function shiftDays(
  days: number,
  inputs: DateInputs,
  now: number,
  zone: string,
): Partial<DateInputs> | undefined {
  const start = shownOf(inputs, zone)?.nanos ?? nanosOf(Math.floor(now / 1000) * 1000)
  const moved = start + BigInt(days) * DAY_NANOS
  return isInRange(moved) ? atMoment(moved, inputs, zone) : undefined
}

/** The offset of a zone at a moment, in milliseconds. */
export function offsetOf(nanos: bigint, zone: string): number {
  return offsetAt(millisecondsOf(nanos), zone)
}

import { failed } from './errors.ts'

/** A stated time, and what is special about it. */
export interface StatedTime {
  /** Milliseconds since 1970. */
  time: number
  /** The clocks show this time twice that day; "" otherwise. */
  remark: string
}

const FORM = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/
/** A difference from UTC is no zone: it knows nothing of daylight saving. */
const NAME = /^[A-Za-z]/

/** The zone of the server's own clock. */
export const serverZone = (): string => Temporal.Now.timeZoneId()

/** Answers a zone by its name. @throws AppError when there is none of this name */
export function requireZone(name: string | undefined): string {
  if (name === undefined || name === '') return serverZone()
  const isZone = (() => {
    try {
      return NAME.test(name) && Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    } catch {
      // Intl throws for a name it does not know, which is the answer here.
      return false
    }
  })()
  if (!isZone) throw failed(`there is no time zone ${JSON.stringify(name)}; give a name such as Europe/Berlin`)
  return name
}

function readPlain(text: string, name: string): Temporal.PlainDateTime {
  const wrong = () => failed(`${name} must be a time such as 2026-12-24 18:30:00, not ${JSON.stringify(text)}`)
  if (!FORM.test(text)) throw wrong()
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' })
  } catch {
    // The form is right and the day is not: a 31 February.
    throw wrong()
  }
}

const clock = (time: Temporal.ZonedDateTime): string => time.toPlainTime().toString({ smallestUnit: 'minute' })

/**
 * Reads what the clocks of a zone show. A time that they show twice means its first.
 * @param name of the field, for the refusal
 * @throws AppError when they never show it, because it lies where they are put forward
 */
export function readStatedTime(text: string, zone: string, name = 'date'): StatedTime {
  const plain = readPlain(text.trim(), name)
  const first = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const second = plain.toZonedDateTime(zone, { disambiguation: 'later' })
  const time = first.epochMilliseconds
  if (time === second.epochMilliseconds) return { time, remark: '' }
  if (!first.toPlainDateTime().equals(plain)) {
    const [from, to] = [clock(first), clock(second)]
    throw failed(
      `the clocks in ${zone} never show this time: they are put forward that day. Choose ${from} or ${to}, for example`,
    )
  }
  const remark = `the clocks in ${zone} show this time twice that day, because they are put back; the first is meant (UTC${first.offset})`
  return { time, remark }
}

const zoned = (time: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)

/** A time as the clocks of a zone show it, such as `2026-12-24 18:30:00`. */
export const clockText = (time: number, zone: string): string =>
  zoned(time, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

/** As `clockText`, with the difference from UTC behind it. */
export const zonedText = (time: number, zone: string): string => `${clockText(time, zone)} ${zoned(time, zone).offset}`

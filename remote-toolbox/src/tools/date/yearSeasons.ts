import { wallOf } from '../../parts/calendar.ts'
import { daylightSavingAt } from '../../parts/daylightSaving.ts'
import { meaningOf, nextChange } from '../../parts/zonedTime.ts'

/** A part of a year with the same clocks; both ends as parts of the year, from 0 to 1. */
export interface Season {
  from: number
  to: number
  isSaving: boolean
}

function startOf(year: number, zone: string): number {
  const meaning = meaningOf(wallOf({ year, month: 1, day: 1 }), zone)
  return meaning.kind === 'once' ? meaning.instant : meaning.earlier
}

/** How the clocks of a zone divide a year, and where in it an instant lies. */
export function yearSeasons(instant: number, year: number, zone: string): { seasons: Season[]; now: number } {
  const [start, end] = [startOf(year, zone), startOf(year + 1, zone)]
  const part = (moment: number) => Math.min(Math.max((moment - start) / (end - start), 0), 1)
  const seasons: Season[] = []
  let from = start
  while (from < end) {
    const to = Math.min(nextChange(from, zone)?.at ?? end, end)
    const { state } = daylightSavingAt((from + to) / 2, zone)
    seasons.push({ from: part(from), to: part(to), isSaving: state === 'ahead' || state === 'behind' })
    from = to
  }
  return { seasons, now: part(instant) }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LogTotal } from '@windlass/shared-kit/contract/log'
import { ownZone } from '@windlass/shared-kit/i18n'
import { endsOf, type Preset, type TimeRange, timeRangeOf } from '@windlass/shared-kit/range'
import { useUrlState } from '@windlass/shared-kit/ui'

const ROWS = 20
const MOST_ROWS = 500
/** Nobody waits for the exact number of more. */
export const COUNTED_ROWS = 10_000
const SECOND_MS = 1000
/** Where the page is and what it shows, besides the filters. */
const PLACE = { rows: String(ROWS), range: '', from: '', to: '', before: '', after: '' }
const NEWEST = { before: '', after: '' }

interface Log<Row, Name extends string> {
  /** First part of the cache's keys. */
  key: string
  /** What the log can be searched by; each matches exactly. */
  filters: readonly Name[]
  load: (
    input: Record<Name, string> & LogPlace,
    signal: AbortSignal,
  ) => Promise<{ list: Row[]; older: string; newer: string }>
  count: (input: Record<Name, string> & LogTimes & { atMost: number }, signal: AbortSignal) => Promise<LogTotal>
  /** Where the log can be saved from. */
  fileAddress: (input: Record<Name, string> & LogTimes & { format: LogFormat; zone: string }) => string
}

type LogFormat = 'csv' | 'ndjson'
type LogTimes = { from?: number; to?: number }
type LogPlace = LogTimes & { page: number; rows: number; before?: string; after?: string }

/** A whole number from the address, where anybody may have typed anything. */
function wholeNumber(text: string | undefined, fallback: number, most: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback
}

/** The seconds of a range, as they are now. */
function timesOf(range: TimeRange | undefined): LogTimes {
  if (range === undefined) return {}
  const { from, to } = endsOf(range, Date.now())
  const seconds = { from: Math.floor(from / SECOND_MS) }
  // What a preset shows goes on until now, whatever the clock of this device says about it.
  return range.preset === undefined ? { ...seconds, to: Math.ceil(to / SECOND_MS) } : seconds
}

/** One page of a log that the server cuts; its place, its times and its filters live in the address. */
export function useLog<Row, Name extends string>({ key, filters: names, load, count, fileAddress }: Log<Row, Name>) {
  // One text for each name, which is what the types say.
  const textsOf = (read: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>
  const none = textsOf(() => '')
  const url = useUrlState<Readonly<Record<string, string>> & typeof PLACE>({ ...none, ...PLACE })
  const filters = textsOf((name) => url.values[name] ?? '')
  const { before, after } = url.values
  const rows = wholeNumber(url.values.rows, ROWS, MOST_ROWS)
  const range = timeRangeOf(url.values)

  const list = useQuery({
    queryKey: [key, 'list', filters, range, before, after, rows],
    queryFn: ({ signal }) => {
      const place = before === '' ? (after === '' ? {} : { after }) : { before }
      return load({ ...filters, ...timesOf(range), ...place, page: 1, rows }, signal)
    },
    // Turning a page keeps the height of the one before.
    placeholderData: keepPreviousData,
  })
  const total = useQuery({
    queryKey: [key, 'total', filters, range],
    queryFn: ({ signal }) => count({ ...filters, ...timesOf(range), atMost: COUNTED_ROWS }, signal),
  })
  const refresh = () => void Promise.all([list.refetch(), total.refetch()])

  return {
    key,
    list,
    rows: list.data?.list ?? [],
    filters,
    range,
    isFiltered: names.some((name) => filters[name] !== '') || range !== undefined || before !== '' || after !== '',
    search: (wanted: Record<Name, string>) => {
      url.change({ ...wanted, ...NEWEST })
      // The same search again means: has anything happened since?
      if (names.every((name) => wanted[name] === filters[name])) refresh()
    },
    reset: () => url.change({ ...none, ...PLACE, rows: url.values.rows }),
    refresh,
    choosePreset: (preset: Preset) => url.change({ range: preset, from: '', to: '', ...NEWEST }),
    chooseRange: (from: number, to: number) => url.change({ range: '', from: String(from), to: String(to), ...NEWEST }),
    chooseAllTimes: () => url.change({ range: '', from: '', to: '', ...NEWEST }),
    fileAddress: (format: LogFormat) => fileAddress({ ...filters, ...timesOf(range), format, zone: ownZone() }),
    paging: {
      rows,
      total: total.data?.total,
      isTurning: list.isFetching,
      // Each page is a step of its own, so that Back turns it back.
      onOlder: list.data?.older ? () => url.visit({ before: list.data?.older ?? '', after: '' }) : undefined,
      onNewer: list.data?.newer ? () => url.visit({ before: '', after: list.data?.newer ?? '' }) : undefined,
      onNewest: list.data?.newer ? () => url.visit(NEWEST) : undefined,
      onRows: (number: number) => url.change({ rows: String(number), ...NEWEST }),
    },
  }
}

export type LogPaging = ReturnType<typeof useLog>['paging']

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LogTotal } from '@windlass/shared-kit/contract/log'
import { useUrlState } from '@windlass/shared-kit/ui'

const ROWS = 20
const MOST_ROWS = 500

interface Log<Row, Name extends string> {
  /** First part of the cache's keys. */
  key: string
  /** What the log can be searched by; each matches exactly. */
  filters: readonly Name[]
  load: (input: Record<Name, string> & { page: number; rows: number }, signal: AbortSignal) => Promise<{ list: Row[] }>
  count: (filters: Record<Name, string>, signal: AbortSignal) => Promise<LogTotal>
}

/** A whole number from the address, where anybody may have typed anything. */
function wholeNumber(text: string | undefined, fallback: number, most: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback
}

/** One page of a log that the server cuts; page, size and filters live in the address. */
export function useLog<Row, Name extends string>({ key, filters: names, load, count }: Log<Row, Name>) {
  // One text for each name, which is what the types say.
  const textsOf = (read: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>
  const none = textsOf(() => '')
  const defaults: Record<string, string> = { ...none, page: '1', rows: String(ROWS) }
  const url = useUrlState(defaults)
  const filters = textsOf((name) => url.values[name] ?? '')
  const page = wholeNumber(url.values['page'], 1, Number.MAX_SAFE_INTEGER)
  const rows = wholeNumber(url.values['rows'], ROWS, MOST_ROWS)

  const list = useQuery({
    queryKey: [key, 'list', filters, page, rows],
    queryFn: ({ signal }) => load({ ...filters, page, rows }, signal),
    select: (data) => data.list,
    // Turning a page keeps the height of the one before.
    placeholderData: keepPreviousData,
  })
  const total = useQuery({ queryKey: [key, 'total', filters], queryFn: ({ signal }) => count(filters, signal) })

  return {
    list,
    filters,
    isFiltered: names.some((name) => filters[name] !== ''),
    search: (wanted: Record<Name, string>) => {
      url.change({ ...wanted, page: '1' })
      // The same search again means: has anything happened since?
      if (names.every((name) => wanted[name] === filters[name])) void Promise.all([list.refetch(), total.refetch()])
    },
    reset: () => url.change({ ...none, page: '1' }),
    refresh: () => void Promise.all([list.refetch(), total.refetch()]),
    paging: {
      page,
      pageSize: rows,
      total: total.data?.total ?? 0,
      isDisabled: list.isFetching,
      onChange: (nextPage: number, pageSize: number) =>
        url.change({ page: String(pageSize === rows ? nextPage : 1), rows: String(pageSize) }),
    },
  }
}

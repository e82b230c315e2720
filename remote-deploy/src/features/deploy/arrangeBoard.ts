import type { BoardRow, BoardState } from './boardRow.ts'

export const SORTS = ['idDesc', 'idAsc', 'nameAsc', 'nameDesc', 'envAsc', 'envDesc', 'changed'] as const
export type Sort = (typeof SORTS)[number]
export const GROUPINGS = ['none', 'environment', 'label'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Pinned ones only, or the others only. */
export type Pins = 'pinned' | 'unpinned'

/** What a project must be to stay on the board, besides what the search and the numbers on top say. */
export interface BoardFilter {
  environment: number | undefined
  /** Any of these; none lets all through. */
  labels: readonly string[]
  pins: Pins | undefined
}

/** What the reader asked the board to show. */
export interface Arrangement {
  search: string
  filter: BoardFilter
  /** Only this state; undefined shows all. */
  state?: BoardState
  sort: Sort
  grouping: Grouping
  /** Ids of pinned projects, the latest first. */
  pinned: readonly number[]
}

/** One heading with what stands below it; "" is the group without heading. */
export interface BoardGroup {
  key: string
  rows: readonly BoardRow[]
}

/** Made once: comparing a thousand names with a new one each time takes longer than drawing them. */
const names = new Intl.Collator()

const COMPARE: Readonly<Record<Sort, (one: BoardRow, other: BoardRow) => number>> = {
  idDesc: (one, other) => other.row.id - one.row.id,
  idAsc: (one, other) => one.row.id - other.row.id,
  nameAsc: (one, other) => names.compare(one.row.name, other.row.name),
  nameDesc: (one, other) => names.compare(other.row.name, one.row.name),
  envAsc: (one, other) => one.row.environment - other.row.environment,
  envDesc: (one, other) => other.row.environment - one.row.environment,
  changed: (one, other) =>
    other.row.updateTime < one.row.updateTime ? -1 : Number(other.row.updateTime > one.row.updateTime),
}

/** The rows that fit every filter; words of the search may stand in any order. */
function filterBoard(rows: readonly BoardRow[], { search, state, filter, pinned }: Arrangement) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (item) =>
      (state === undefined || item.state === state) &&
      words.every((word) => item.haystack.includes(word)) &&
      (filter.environment === undefined || item.row.environment === filter.environment) &&
      (filter.labels.length === 0 || filter.labels.some((label) => item.labels.includes(label))) &&
      (filter.pins === undefined || pinned.includes(item.row.id) === (filter.pins === 'pinned')),
  )
}

const groupKeys = (row: BoardRow, grouping: Grouping): readonly string[] => {
  if (grouping === 'environment') return [String(row.row.environment)]
  return row.labels.length > 0 ? row.labels : ['']
}

/** Filters, sorts, puts pinned projects first and groups what is left. */
export function arrangeBoard(rows: readonly BoardRow[], arrangement: Arrangement): BoardGroup[] {
  const sorted = filterBoard(rows, arrangement).toSorted(COMPARE[arrangement.sort])
  const place = (row: BoardRow) => {
    const index = arrangement.pinned.indexOf(row.row.id)
    return index < 0 ? arrangement.pinned.length : index
  }
  const pinnedFirst =
    arrangement.pinned.length > 0 ? sorted.toSorted((one, other) => place(one) - place(other)) : sorted
  if (arrangement.grouping === 'none') return pinnedFirst.length > 0 ? [{ key: '', rows: pinnedFirst }] : []
  const groups = new Map<string, BoardRow[]>()
  for (const row of pinnedFirst) {
    for (const key of groupKeys(row, arrangement.grouping)) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups]
    .map(([key, members]) => ({ key, rows: members }))
    .toSorted((one, other) => one.key.localeCompare(other.key, undefined, { numeric: true }))
}

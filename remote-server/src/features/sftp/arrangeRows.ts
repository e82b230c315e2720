import { type FileRow, isFolder } from './fileRow.ts'

export const SORTS = ['name', 'size', 'time', 'owner', 'mode'] as const

/** By which column, and whether the largest comes first. */
export interface Sort {
  by: (typeof SORTS)[number]
  isDown: boolean
}

export const BY_NAME: Sort = { by: 'name', isDown: false }

const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))
const compareNames = (one: FileRow, other: FileRow) =>
  compareTexts(one.key, other.key) || compareTexts(one.name, other.name)

const COMPARE: Readonly<Record<Sort['by'], (one: FileRow, other: FileRow) => number>> = {
  name: () => 0,
  // What a folder occupies itself tells nothing.
  size: (one, other) => (isFolder(one) ? 0 : one.size - other.size),
  time: (one, other) => one.time - other.time,
  owner: (one, other) => compareTexts(one.owner, other.owner) || compareTexts(one.group, other.group),
  mode: (one, other) => one.bits - other.bits,
}

/** Sorts rows, folders first; equal ones stay by name. */
export function sortRows(rows: readonly FileRow[], { by, isDown }: Sort): FileRow[] {
  const turn = isDown ? -1 : 1
  const compare = COMPARE[by]
  const inOrder =
    by === 'name'
      ? (one: FileRow, other: FileRow) => turn * compareNames(one, other)
      : (one: FileRow, other: FileRow) => turn * compare(one, other) || compareNames(one, other)
  const folders = rows.filter(isFolder).sort(inOrder)
  const files = rows.filter((row) => !isFolder(row)).sort(inOrder)
  return folders.concat(files)
}

/** What the reader wants to see of a folder. */
export interface Wanted {
  /** Part of the name, in any case; `*` and `?` stand for anything and for one character. */
  filter: string
  showsHidden: boolean
}

const escapeForPattern = (text: string) => text.replace(/[\\^$.|+()[\]{}]/g, '\\$&')

function matcherOf(filter: string): (name: string) => boolean {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return () => true
  if (!/[*?]/.test(wanted)) return (name) => name.toLowerCase().includes(wanted)
  const pattern = escapeForPattern(wanted).replaceAll('*', '.*').replaceAll('?', '.')
  const regexp = new RegExp(`^${pattern}$`, 'su')
  return (name) => regexp.test(name.toLowerCase())
}

/** Leaves out what is hidden or does not match. */
export function filterRows(rows: readonly FileRow[], { filter, showsHidden }: Wanted): readonly FileRow[] {
  if (showsHidden && filter.trim() === '') return rows
  const matches = matcherOf(filter)
  return rows.filter(({ name }) => (showsHidden || !name.startsWith('.')) && matches(name))
}

import { useAtom } from '@windlass/shared-kit/session'
import { useMemo, useState } from 'react'
import { filterRows, sortRows } from './arrangeRows.ts'
import { type FileRow, isFolder } from './fileRow.ts'
import { lookAtom } from './look.ts'
import { historyAt, travel, visitPath } from './paneHistory.ts'
import { joinPath, nameOf, parentOf } from './remotePath.ts'
import { choose, keepThere, NOTHING, type Selection } from './selection.ts'
import { useChannel } from './useChannel.ts'
import { useListing } from './useListing.ts'

/** A folder of a server; the path is "" until it is known where home is. */
export interface Place {
  serverId: number
  path: string
  asRoot: boolean
}

/** One side of the page: a folder, what of it is shown, and what is chosen in it. */
export type PaneState = ReturnType<typeof usePane>

/** Everything about one folder that is shown: where it is, its rows, and what the reader chose. */
export function usePane({ serverId, path, asRoot }: Place) {
  const { channel, ready } = useChannel(serverId)
  const [history, setHistory] = useState(() => historyAt(path))
  const [filter, setFilter] = useState('')
  const [selection, setSelection] = useState<Selection>(NOTHING)
  /** To be chosen as soon as it is there: the folder one came from, the file one just made. */
  const [expected, setExpected] = useState<string>()
  if (history.path === '' && ready) setHistory(historyAt(ready.home))
  const { listing, refresh } = useListing({ channel, serverId, path: history.path, asRoot })
  const { shown, names, look, setLook } = useShown(listing.rows, filter)

  const known = useKnownSelection(selection, names, listing.isDone)
  if (expected !== undefined && names.includes(expected)) {
    setExpected(undefined)
    setSelection(choose(NOTHING, names, expected, 'only'))
  }
  const leaveTo = (next: typeof history, name?: string) => {
    if (next === history) return refresh()
    setHistory(next)
    setSelection(NOTHING)
    setFilter('')
    setExpected(name)
  }
  const chosen = useMemo(() => shown.filter(({ name }) => known.names.has(name)), [shown, known])
  return {
    ...{ serverId, asRoot, ready, channel, listing, refresh, shown, names, look, setLook, filter, setFilter, chosen },
    path: history.path,
    history,
    selection: known,
    setSelection,
    expect: setExpected,
    goTo: (to: string, name?: string) => leaveTo(visitPath(history, to), name),
    goUp: () => history.path !== '/' && leaveTo(visitPath(history, parentOf(history.path)), nameOf(history.path)),
    travel: (steps: number) => leaveTo(travel(history, steps)),
    pathOf: (row: Pick<FileRow, 'name'>) => joinPath(history.path, row.name),
    /** Opens a folder; false for anything else. */
    enter: (row: FileRow): boolean => {
      if (!isFolder(row)) return false
      leaveTo(visitPath(history, joinPath(history.path, row.name)))
      return true
    },
  }
}

function useShown(rows: readonly FileRow[], filter: string) {
  const [look, setLook] = useAtom(lookAtom)
  const { sort, showsHidden } = look
  const sorted = useMemo(() => sortRows(rows, sort), [rows, sort])
  const shown = useMemo(() => filterRows(sorted, { filter, showsHidden }), [sorted, filter, showsHidden])
  const names = useMemo(() => shown.map(({ name }) => name), [shown])
  return { shown, names, look, setLook }
}

/** While rows stream in, what was chosen before may still come. */
function useKnownSelection(selection: Selection, names: readonly string[], isDone: boolean): Selection {
  return useMemo(() => (isDone ? keepThere(selection, names) : selection), [selection, names, isDone])
}

import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { useState } from 'react'

const storeKey = (log: string) => `windlass.logs.hidden.${log}`

/** What somebody hid before; anything else in its place is nothing. */
function storedNames(log: string): readonly string[] {
  const text = localStorage.getItem(storeKey(log))
  return text === null ? [] : text.split(',')
}

/** Which columns of a log this browser shows. The one that names the row always is. */
export function useShownColumns<Row>(log: string, columns: readonly DataColumn<Row>[]) {
  const [hidden, setHidden] = useState(() => storedNames(log))
  const canHide = ({ card }: DataColumn<Row>) => card !== 'title' && card !== 'actions'
  const choose = (names: readonly string[]) => {
    localStorage.setItem(storeKey(log), names.join(','))
    setHidden(names)
  }
  return {
    shown: columns.filter((column) => !canHide(column) || !hidden.includes(column.key)),
    choices: columns.filter(canHide).map(({ key, title }) => ({ key, title, isShown: !hidden.includes(key) })),
    toggle: (key: string) => choose(hidden.includes(key) ? hidden.filter((name) => name !== key) : [...hidden, key]),
  }
}

export type ColumnChoice = ReturnType<typeof useShownColumns>['choices'][number]

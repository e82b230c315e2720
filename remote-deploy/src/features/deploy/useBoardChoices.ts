import { useUrlState } from '@windlass/shared-kit/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type BoardFilter, GROUPINGS, type Grouping, type Pins, SORTS, type Sort } from './arrangeBoard.ts'
import { BOARD_STATES, type BoardState } from './boardRow.ts'

/** Names that older consoles store the same choices under. */
const SORT_KEY = 'deploy-sort'
const PINNED_KEY = 'deploy-stick'

const VIEWS = ['cards', 'table'] as const
export type View = (typeof VIEWS)[number]

const oneOf = <T extends string>(known: readonly T[], value: string | null, fallback: T): T =>
  known.find((item) => item === value) ?? fallback

function readPinned(): number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PINNED_KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
  } catch {
    // Whatever stands there was not written by us: nothing is pinned then.
    return []
  }
}

const NO_FILTER = { env: '', label: '', pin: '' } as const

/** The same object as long as the address says the same, so that the board is not arranged anew for each letter. */
function useFilter({ env, label, pin }: Readonly<Record<keyof typeof NO_FILTER, string>>): BoardFilter {
  return useMemo(
    () => ({
      environment: /^\d+$/.test(env) ? Number(env) : undefined,
      labels: label.split(',').filter((part) => part !== ''),
      pins: (['pinned', 'unpinned'] as const).find((known) => known === pin),
    }),
    [env, label, pin],
  )
}

/** How the reader wants to see the board: in the address what can be sent to somebody, in the browser what is his own. */
export function useBoardChoices() {
  const { values, change } = useUrlState({
    ...{ q: '', state: '', sort: '', group: 'none', view: 'cards' },
    ...NO_FILTER,
  })
  const filter = useFilter(values)
  const [pinned, setPinned] = useState(readPinned)

  const togglePin = useCallback((id: number) => {
    setPinned((before) => (before.includes(id) ? before.filter((other) => other !== id) : [id, ...before]))
  }, [])
  useEffect(() => localStorage.setItem(PINNED_KEY, JSON.stringify(pinned)), [pinned])
  const setSort = (sort: Sort) => {
    localStorage.setItem(SORT_KEY, sort)
    change({ sort })
  }
  return {
    search: values.q,
    state: BOARD_STATES.find((state) => state === values.state) as BoardState | undefined,
    sort: oneOf<Sort>(SORTS, values.sort || localStorage.getItem(SORT_KEY), 'idDesc'),
    grouping: oneOf<Grouping>(GROUPINGS, values.group, 'none'),
    view: oneOf<View>(VIEWS, values.view, 'cards'),
    pinned,
    togglePin,
    setSort,
    setSearch: (search: string) => change({ q: search }),
    setState: (state: BoardState | undefined) => change({ state: state ?? '' }),
    setGrouping: (group: Grouping) => change({ group }),
    setView: (view: View) => change({ view }),
    filter,
    setEnvironment: (environment: number | undefined) => change({ env: String(environment ?? '') }),
    setLabels: (labels: readonly string[]) => change({ label: labels.join(',') }),
    setPins: (pins: Pins | undefined) => change({ pin: pins ?? '' }),
    clear: () => change({ q: '', state: '', ...NO_FILTER }),
  }
}

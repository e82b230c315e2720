import { atom, useAtomValue } from '@windlass/shared-kit/session'
import { useMemo } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import type { PaneState } from './paneState.ts'

/** What all terminals show, as one value that changes with each of them. */
export function useStates(lives: ReadonlyMap<string, LiveTerminal>): ReadonlyMap<string, PaneState> {
  const all = useMemo(
    () => atom((get) => new Map([...lives].map(([id, { stateAtom }]) => [id, get(stateAtom)]))),
    [lives],
  )
  return useAtomValue(all)
}

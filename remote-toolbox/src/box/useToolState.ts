import { useRef, useState } from 'react'
import { readState } from './readState.ts'
import { useToolHome } from './ToolContext.ts'
import type { ToolState } from './tool.ts'

/**
 * The inputs of a tool, kept by the box: remembered in this browser, part of a link, handed in by an embedding page.
 * They may come from outside, so names and types are checked here, and ranges are for the tool to check.
 */
export function useToolState<State extends ToolState>(
  defaults: State,
): readonly [State, (patch: Partial<State>) => void] {
  const home = useToolHome()
  const [state, setState] = useState(() => readState(home.initial(), defaults))
  // Two changes in one event must not undo each other.
  const latest = useRef(state)
  const change = (patch: Partial<State>) => {
    latest.current = { ...latest.current, ...patch }
    setState(latest.current)
    home.keep(latest.current)
  }
  return [state, change]
}

import { createContext, useContext } from 'react'
import type { ToolState } from './tool.ts'

/** What the box does for the tool inside it. */
export interface ToolHome {
  /** The inputs it starts with, as they came from outside; undefined when there are none. */
  initial(): unknown
  /** Its inputs changed. */
  keep(state: ToolState): void
  /** Its result changed; "" means that there is none. */
  report(text: string): void
  /** What would be lost if the box were closed now, said to a person; undefined for nothing. */
  risk(what: string | undefined): void
}

export const ToolContext = createContext<ToolHome | undefined>(undefined)

/** The box around a tool. */
export function useToolHome(): ToolHome {
  const home = useContext(ToolContext)
  if (!home) throw new Error('a tool was drawn outside a box')
  return home
}

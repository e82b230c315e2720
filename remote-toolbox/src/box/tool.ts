import type { ComponentType } from 'react'

/** What a tool gets; everything else it asks the box for: `useToolState`, `useResult`, `useRisk`. */
export interface ToolProps {
  /** Whether the box is open and shows this tool; timers rest meanwhile. */
  isShown: boolean
}

/** What a tool keeps: plain values, so that it can be remembered, put into a link and handed in by a page. */
export type ToolState = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Inputs of tools by their id, as they come from a link or from an embedding page: nobody has checked them yet. */
export type InitialState = Readonly<Record<string, unknown>>

/** What a tool shows as its result. */
export interface ToolResult {
  tool: string
  text: string
}

/** One tool of the box. */
export interface Tool {
  /** In addresses and in what the browser remembers, so it never changes; also the key of its texts. */
  id: string
  load: () => Promise<{ default: ComponentType<ToolProps> }>
}

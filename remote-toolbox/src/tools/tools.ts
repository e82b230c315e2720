import type { ComponentType } from 'react'

/** What a tool gets; its text is kept in this browser, so that it is still there next time. */
export interface ToolProps {
  /** Whether the dialog is open and shows this tool; timers rest meanwhile. */
  isShown: boolean
}

/** One tool of the box. */
export interface Tool {
  /** In addresses and in what the browser remembers, so it never changes; also the key of the title below `route`. */
  id: string
  load: () => Promise<{ default: ComponentType<ToolProps> }>
}

/** Every tool in the order of the menu. A new one is a folder beside this file and a line here; each loads when it is opened. */
export const TOOLS: readonly Tool[] = [
  { id: 'date', load: () => import('./date/DateTool.tsx') },
  { id: 'json', load: () => import('./json/JsonTool.tsx') },
]

import type { Tool } from '../box/tool.ts'

/**
 * Every tool in the order of the menu. A new one is a folder beside this file, a line here and an icon in toolIcons.ts; each
 * loads when it is opened. Plain data, because the build reads it to list the tools in the registry.
 */
export const TOOLS: readonly Tool[] = [
  { id: 'date', load: () => import(/* webpackChunkName: "tool-date" */ './date/DateTool.tsx') },
  { id: 'json', load: () => import(/* webpackChunkName: "tool-json" */ './json/JsonTool.tsx') },
]

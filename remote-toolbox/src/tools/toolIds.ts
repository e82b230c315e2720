/** Every tool in the order of the menu. Plain data, because the build reads it to list the tools in the registry. */
export const TOOL_IDS = [
  'date',
  'json',
  'password',
  'unicode',
  'uri',
  'md5',
  'cron',
  'qrcode',
  'byte',
  'color',
] as const

/** In addresses and in what browsers remember, so an id never changes. */
export type ToolId = (typeof TOOL_IDS)[number]

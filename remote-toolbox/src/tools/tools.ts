import type { Tool } from '../box/tool.ts'

/**
 * Every tool in the order of the menu. A new one is a folder beside this file, a line here and an icon in toolIcons.ts; each
 * loads when it is opened. Plain data, because the build reads it to list the tools in the registry.
 */
export const TOOLS: readonly Tool[] = [
  { id: 'date', load: () => import(/* webpackChunkName: "tool-date" */ './date/DateTool.tsx') },
  { id: 'json', load: () => import(/* webpackChunkName: "tool-json" */ './json/JsonTool.tsx') },
  { id: 'password', load: () => import(/* webpackChunkName: "tool-password" */ './password/PasswordTool.tsx') },
  { id: 'unicode', load: () => import(/* webpackChunkName: "tool-unicode" */ './unicode/UnicodeTool.tsx') },
  { id: 'uri', load: () => import(/* webpackChunkName: "tool-uri" */ './uri/UriTool.tsx') },
  { id: 'md5', load: () => import(/* webpackChunkName: "tool-md5" */ './md5/Md5Tool.tsx') },
  { id: 'cron', load: () => import(/* webpackChunkName: "tool-cron" */ './cron/CronTool.tsx') },
  { id: 'qrcode', load: () => import(/* webpackChunkName: "tool-qrcode" */ './qrcode/QrcodeTool.tsx') },
  { id: 'byte', load: () => import(/* webpackChunkName: "tool-byte" */ './byte/ByteTool.tsx') },
  { id: 'color', load: () => import(/* webpackChunkName: "tool-color" */ './color/ColorTool.tsx') },
]

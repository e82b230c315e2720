// What most tools are made of comes once, with the box, and not again with each of them.
import '../parts/Readings.tsx'
import '../parts/ToolButtons.tsx'
import '../parts/ToolFoot.tsx'
import '../parts/ToolText.tsx'
import type { Tool } from '../box/tool.ts'
import { TOOL_IDS, type ToolId } from './toolIds.ts'

/** Each tool is one chunk with a name, by which package.json gives it a budget; it loads when it is opened. */
const LOADERS: Readonly<Record<ToolId, Tool['load']>> = {
  date: () => import(/* webpackChunkName: "tool-date" */ './date/DateTool.tsx'),
  json: () => import(/* webpackChunkName: "tool-json" */ './json/JsonTool.tsx'),
  password: () => import(/* webpackChunkName: "tool-password" */ './password/PasswordTool.tsx'),
  unicode: () => import(/* webpackChunkName: "tool-unicode" */ './unicode/UnicodeTool.tsx'),
  uri: () => import(/* webpackChunkName: "tool-uri" */ './uri/UriTool.tsx'),
  md5: () => import(/* webpackChunkName: "tool-md5" */ './md5/Md5Tool.tsx'),
  cron: () => import(/* webpackChunkName: "tool-cron" */ './cron/CronTool.tsx'),
  qrcode: () => import(/* webpackChunkName: "tool-qrcode" */ './qrcode/QrcodeTool.tsx'),
  byte: () => import(/* webpackChunkName: "tool-byte" */ './byte/ByteTool.tsx'),
  color: () => import(/* webpackChunkName: "tool-color" */ './color/ColorTool.tsx'),
}

/** Every tool in the order of the menu. A new one is a folder beside this file, an id, a line above and an icon. */
export const TOOLS: readonly Tool[] = TOOL_IDS.map((id) => ({ id, load: LOADERS[id] }))

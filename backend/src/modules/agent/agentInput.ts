import type { InputOf } from '@windlass/shared-kit/contract'
import { AGENT_PATH, AGENT_PATH_PATTERN, AGENT_TOOLS, type InstallAgent } from '@windlass/shared-kit/contract/agent'
import { failed } from '../../platform/errors.ts'

/** How an agent is installed. */
export interface AgentSettings {
  installPath: string
  tool: (typeof AGENT_TOOLS)[number]
  reportUrl: string
}

const PATH = new RegExp(AGENT_PATH_PATTERN)
/** Also without the letters that have a meaning in a quoted word of a configuration. */
const SAFE_URL = /^[A-Za-z0-9:/._~@+,;=%[\]-]+$/
const HIGHEST_PORT = 65_535

/** @throws AppError */
function readPath(text: string): string {
  const path = text.length > 1 ? text.replace(/\/+$/, '') : text
  if (PATH.test(path) && !path.split('/').some((part) => part === '..' || part === '.')) return path
  throw failed(
    `the folder must be absolute, of letters, digits and . _ @ + - only, and none of its names may begin with a dot; for example ${AGENT_PATH}`,
  )
}

/** @throws AppError */
function readUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isHttp) throw failed('the report address must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') throw failed('the report address must not hold a password')
  if (/[?#]/.test(trimmed)) throw failed('the report address must not hold ? or #')
  const plain = url.href.replace(/\/+$/, '')
  if (!SAFE_URL.test(plain)) throw failed('the report address holds characters that do not belong there')
  return plain
}

/** @throws AppError in a sentence that says what to write instead */
export function readInstallInput(input: InputOf<typeof InstallAgent>): AgentSettings {
  const { installPath, tool, reportURL, webPort = '' } = input
  const port = Number(webPort)
  if (webPort !== '' && !(/^\d+$/.test(webPort) && port >= 1 && port <= HIGHEST_PORT)) {
    throw failed('the port must be a number from 1 to 65535, or empty')
  }
  return {
    installPath: readPath(installPath),
    tool: AGENT_TOOLS.find((known) => known === tool) ?? 'wget',
    reportUrl: readUrl(reportURL),
  }
}

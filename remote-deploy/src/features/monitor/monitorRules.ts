import { MonitorType } from '@windlass/shared-kit/contract/monitor'

/** What is wrong with something to look at; the name of a text. */
export type ItemProblem = 'host' | 'noItem' | 'port' | 'site'

const SITE = /^https?:\/\/[^\s/]/i
const PORT = /^(?:\[[0-9a-fA-F:.]+\]|[^\s:[\]/]+):(\d{1,5})$/
const HOST = /^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$/
const LAST_PORT = 65_535

/** The backend refuses the same ones. An empty line is left out when the form is sent. */
export function itemProblem(type: number, item: string): ItemProblem | undefined {
  const text = item.trim()
  if (text === '') return undefined
  if (type === MonitorType.Site) return SITE.test(text) && URL.canParse(text) ? undefined : 'site'
  if (type === MonitorType.Ping) return HOST.test(text) ? undefined : 'host'
  const port = Number(PORT.exec(text)?.[1] ?? 0)
  return port >= 1 && port <= LAST_PORT ? undefined : 'port'
}

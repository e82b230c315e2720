import type { DeployLogEntry } from '@windlass/shared-kit/contract/deploy'

/** One line of the log as it is shown. */
export interface LogLine {
  /** Counts from 1. */
  number: number
  time: number
  stage: DeployLogEntry['stage']
  serverId: number
  serverName: string
  stream: DeployLogEntry['stream']
  text: string
}

/** The log as far as it was read. */
export interface LogState {
  lines: readonly LogLine[]
  nextOffset: number
  isEnded: boolean
  /** Names of the servers that said something, by their ids; two may have the same name. */
  servers: ReadonlyMap<number, string>
  /** A last line that has no end yet, by the source it comes from. */
  open: Readonly<Record<string, number>>
}

export const EMPTY_LOG: LogState = { lines: [], nextOffset: 0, isEnded: false, servers: new Map(), open: {} }

interface Answer {
  entries: readonly DeployLogEntry[]
  nextOffset: number
  isEnded: boolean
}

const sourceOf = ({ stage, serverId, stream }: DeployLogEntry) => `${stage} ${serverId} ${stream}`

/** A carriage return starts the line anew, as progress displays do on a terminal. */
const afterReturn = (text: string) => text.slice(text.lastIndexOf('\r', text.length - 2) + 1).replace(/\r$/, '')

/**
 * Adds what the server answered to what was read before. Entries that were read already are left out, so that an
 * answer that comes twice repeats nothing; lines that were cut into pieces are put together again.
 */
export function readLog(state: LogState, { entries, nextOffset, isEnded }: Answer): LogState {
  if (nextOffset < state.nextOffset) return state
  const fresh = entries.filter((entry) => entry.offset >= state.nextOffset)
  if (fresh.length === 0 && nextOffset === state.nextOffset && isEnded === state.isEnded) return state
  const lines = [...state.lines]
  const open: Record<string, number> = { ...state.open }
  let { servers } = state
  for (const entry of fresh) {
    const { time, stage, serverId, serverName, stream } = entry
    const source = sourceOf(entry)
    if (serverId > 0 && !servers.has(serverId)) servers = new Map([...servers, [serverId, serverName]])
    const pieces = entry.text.split('\n')
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1
      // A text that ends with a line break ends its line and begins none.
      if (isLast && piece === '') {
        delete open[source]
        continue
      }
      const known = index === 0 ? open[source] : undefined
      const line = known === undefined ? undefined : lines[known]
      if (line && known !== undefined) lines[known] = { ...line, text: afterReturn(line.text + piece) }
      else lines.push({ number: lines.length + 1, time, stage, serverId, serverName, stream, text: afterReturn(piece) })
      if (isLast && stream !== 'info') open[source] = known ?? lines.length - 1
      else delete open[source]
    }
  }
  return { lines, nextOffset, isEnded, servers, open }
}

const ESCAPES = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${String.fromCharCode(7)}]*${String.fromCharCode(7)}?|[@-Z\\\\-_])`,
  'g',
)

/** The text without the sequences that would colour or move the cursor on a terminal. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPES, '')

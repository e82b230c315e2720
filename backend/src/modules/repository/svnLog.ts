import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { XMLParser } from 'fast-xml-parser'
import { VIRTUAL_COMMIT } from './repositoryType.ts'

interface LogPath {
  '#text': string
  action: string
}

interface LogEntry {
  revision: string
  author?: string
  date?: string
  msg?: string
  paths?: { path?: LogPath[] }
}

/** Long enough for any change a person reads here, and bounded for the rest. */
const DIFF_LIMIT = 64 * 1024

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // Messages are text, also those that look like numbers or begin with blanks.
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // The log of a large change has an entity in each of thousands of paths; only the five of XML itself are known.
  processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
  isArray: (name) => name === 'logentry' || name === 'path',
})

const changesOf = (paths: readonly LogPath[]): string =>
  paths.length === 0
    ? ''
    : ['Changed paths:', ...paths.map((each) => `${each.action}\t${each['#text']}`)].join('\n').slice(0, DIFF_LIMIT)

/** Reads what `svn log --xml -v` wrote, newest first as svn gives it. */
export function readSvnLog(xml: string): CommitInfo[] {
  // The shape is that of svn's own schema; members that a revision may lack are optional above.
  const { log } = parser.parse(xml) as { log?: { logentry?: LogEntry[] } | '' }
  const entries = typeof log === 'object' ? (log.logentry ?? []) : []
  return entries.map(({ revision, author = '', date = '', msg = '', paths }) => ({
    ...VIRTUAL_COMMIT,
    commit: `r${revision}`,
    author,
    timestamp: Math.floor((Date.parse(date) || 0) / 1000),
    message: msg,
    diff: changesOf(paths?.path ?? []),
  }))
}

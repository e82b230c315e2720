import {
  TERMINAL_NOT_ENDED,
  type TerminalLog,
  TerminalLogExport,
  TerminalLogList,
  TerminalLogTotal,
  TerminalRecord,
  TerminalRecordSearch,
} from '@windlass/shared-kit/contract/terminalLog'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { everyLogPage, type LogCut, logCut, logScope, logTimes } from '../../platform/logPage.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendLog } from '../../platform/sendLog.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { RecordFolder } from './recordFolder.ts'
import { searchRecord } from './searchRecord.ts'
import { sendRecord } from './sendRecord.ts'
import type { TerminalLogStore } from './terminalLog.store.ts'

const SEARCH_MS = 30_000

type Row = Awaited<ReturnType<TerminalLogStore['page']>>['list'][number]

const logRow = (row: Row, recordSize: number): TerminalLog => ({
  id: row.id,
  namespaceID: row.namespaceId,
  userID: row.userId,
  username: row.username ?? '',
  serverID: row.serverId,
  serverName: row.serverName ?? '',
  remoteAddr: row.remoteAddr,
  userAgent: row.userAgent,
  startTime: formatTimestamp(row.startTime),
  endTime: row.endTime === 0 ? TERMINAL_NOT_ENDED : formatTimestamp(row.endTime),
  insertTime: '',
  updateTime: '',
  recordSize,
  endReason: row.endReason,
})

/** Who opened which terminal, and what was seen in it. */
export function mountTerminalLog({ mount }: Platform, rows: TerminalLogStore, folder: RecordFolder): void {
  const requireRow = async (caller: Caller, id: number) => {
    if (!(await rows.find(logScope(caller), id))) throw failed('there is no such terminal in the log')
  }
  const page = async (caller: Caller, filter: Parameters<typeof rows.page>[1], cut: LogCut) => {
    const { list, ...places } = await rows.page(logScope(caller), filter, cut)
    return { list: await Promise.all(list.map(async (row) => logRow(row, await folder.size(row.id)))), ...places }
  }
  mount(TerminalLogList, (input, caller) => page(caller, input, logCut(input)))
  mount(TerminalLogTotal, (input, caller) => rows.total(logScope(caller), input, logTimes(input), input.atMost))
  mount(TerminalLogExport, (input, caller, { reply }) =>
    sendLog(reply, {
      ...{ name: 'terminal-log', format: input.format, zone: input.zone },
      columns: [
        ...(['id', 'startTime', 'endTime', 'endReason', 'namespaceID', 'userID', 'username'] as const),
        ...(['serverID', 'serverName', 'remoteAddr', 'userAgent', 'recordSize'] as const),
      ],
      pages: everyLogPage(logTimes(input), (cut) => page(caller, input, cut)),
    }),
  )
  mount(TerminalRecord, async ({ recordId }, caller, exchange) => {
    await requireRow(caller, recordId)
    return sendRecord(exchange, recordId, folder.file(recordId))
  })
  mount(TerminalRecordSearch, async ({ recordId, text }, caller, { reply }) => {
    await requireRow(caller, recordId)
    if ((await folder.size(recordId)) === 0) throw failed('there is no recording of this terminal, or none any more')
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return searchRecord(folder.file(recordId), text, AbortSignal.any([gone.signal, AbortSignal.timeout(SEARCH_MS)]))
  })
}

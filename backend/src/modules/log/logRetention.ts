import { everyHour } from '../../platform/everyHour.ts'
import { pruneSealed } from '../../platform/logSeal.ts'
import type { Platform } from '../../platform/platform.ts'
import { pruneRows } from '../../platform/pruneRows.ts'

const DAY_MS = 86_400_000

/** Removes rows of logs that are older than the settings keep them; 0 days keep everything. */
export function keepLogsInBounds(platform: Platform): void {
  const { db, env, log } = platform
  const prune = async (days: number, what: string, remove: (before: number) => Promise<number>) => {
    if (days === 0) return
    const removed = await remove(Date.now() - days * DAY_MS)
    if (removed > 0) log.info({ removed, days }, `removed old rows of the ${what} log`)
  }
  // A recording without its row could never be found again.
  const terminalDays = env.TERMINAL_LOG_DAYS && Math.max(env.TERMINAL_LOG_DAYS, env.TERMINAL_RECORD_DAYS)
  everyHour(platform, 'remove old rows of the logs', async (signal) => {
    await prune(env.LOGIN_LOG_DAYS, 'sign-in', (before) => pruneSealed(db, 'loginLog', 'loginTime', before, signal))
    await prune(env.OPERATION_LOG_DAYS, 'operation', (before) =>
      pruneSealed(db, 'operationLog', 'requestTime', before, signal),
    )
    await prune(env.SFTP_LOG_DAYS, 'file', (before) => pruneRows(db, 'sftpLog', 'insertTime', before, { signal }))
    await prune(terminalDays, 'terminal', (before) => pruneRows(db, 'terminalLog', 'startTime', before, { signal }))
  })
}

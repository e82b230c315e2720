import {
  TerminalEnd,
  TerminalRemoveGuest,
  TerminalSessionList,
  TerminalShare,
  TerminalUnshare,
} from '@windlass/shared-kit/contract/terminal'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { ServerService } from '../server/server.service.ts'
import { createRecordFolder } from './recordFolder.ts'
import { createTerminalService } from './terminal.service.ts'
import { mountTerminalLog } from './terminalLog.routes.ts'
import { createTerminalLogStore, type TerminalLogStore } from './terminalLog.store.ts'
import { mountTerminalSocket } from './terminalSocket.ts'

const MINUTE_MS = 60_000
/** A node says each minute which of its terminals are open; this long without a word means that it is gone. */
const LEFT_MS = 3 * MINUTE_MS

/** Closes the rows that a console left open which did not come to its end. */
function closeLeftRows(platform: Platform, rows: TerminalLogStore): void {
  // An embedded database has one node, and that one begins just now.
  platform.onStart(() => rows.closeLeft(Date.now() - (platform.database.engine === 'sqlite' ? 0 : LEFT_MS)))
  const problem = 'cannot close the rows of terminals that were left'
  repeat(platform, { everyMs: MINUTE_MS, problem }, () => rows.closeLeft(Date.now() - LEFT_MS))
}

/** Terminals on servers, and the log of them. */
export function terminalModule(platform: Platform, servers: ServerService): void {
  const { mount, db, env } = platform
  const rows = createTerminalLogStore(db)
  const folder = createRecordFolder(env.DATA_DIR)
  const terminals = createTerminalService(platform, { servers, folder, rows })
  closeLeftRows(platform, rows)
  everyHour(platform, 'remove old recordings', () =>
    folder.removeOld(env.TERMINAL_RECORD_DAYS, terminals.openRecords()),
  )

  mountTerminalSocket(platform, terminals)
  mountTerminalLog(platform, rows, folder)
  mount(TerminalSessionList, async (_input, caller) => ({ list: terminals.list(caller) }))
  mount(TerminalEnd, async ({ session }, caller) => {
    terminals.end(caller, session)
    return null
  })
  mount(TerminalShare, async (input, caller) => terminals.share(caller, input))
  mount(TerminalUnshare, async ({ session, id }, caller) => {
    terminals.unshare(caller, session, id)
    return null
  })
  mount(TerminalRemoveGuest, async ({ session, userId }, caller) => {
    terminals.removeGuest(caller, session, userId)
    return null
  })
}

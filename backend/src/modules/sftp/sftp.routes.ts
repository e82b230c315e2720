import { SftpLogExport, SftpLogList, SftpLogTotal } from '@windlass/shared-kit/contract/sftpLog'
import { everyLogPage, logCut, logScope, logTimes } from '../../platform/logPage.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendLog } from '../../platform/sendLog.ts'
import type { ServerService } from '../server/server.service.ts'
import { mountFiles } from './fileRoutes.ts'
import { mountListing } from './listingSocket.ts'
import { mountMany } from './manyRoutes.ts'
import { createSftpStore } from './sftp.store.ts'
import { createSftpDoor, type SftpDoor } from './sftpDoor.ts'
import { mountTransfers } from './transferRoutes.ts'
import { mountUploads } from './uploads.ts'

function mountLog({ mount }: Platform, { log }: SftpDoor): void {
  mount(SftpLogList, (input, caller) => log.page(logScope(caller), input, logCut(input)))
  mount(SftpLogTotal, (input, caller) => log.total(logScope(caller), input, logTimes(input), input.atMost))
  mount(SftpLogExport, (input, caller, { reply }) =>
    sendLog(reply, {
      ...{ name: 'sftp-log', format: input.format, zone: input.zone },
      columns: [
        ...(['id', 'insertTime', 'namespaceID', 'userID', 'username', 'serverID', 'serverName'] as const),
        ...(['type', 'path', 'asRoot', 'reason', 'remoteAddr', 'userAgent'] as const),
      ],
      pages: everyLogPage(logTimes(input), (cut) => log.page(logScope(caller), input, cut)),
    }),
  )
}

/** Files on servers: looking around, changing, sending to and fro. */
export function sftpModule(platform: Platform, { servers }: { servers: ServerService }): void {
  const door = createSftpDoor(platform, servers)
  const store = createSftpStore(platform.db)
  mountListing(platform, door)
  mountFiles(platform, door)
  mountMany(platform, door)
  mountTransfers(platform, door, store, servers)
  mountUploads(platform, door, store, servers)
  mountLog(platform, door)
}

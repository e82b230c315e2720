import { randomBytes } from 'node:crypto'
import { SftpTransfer } from '@windlass/shared-kit/contract/sftp'
import { SftpBundle, SftpBundleDownload } from '@windlass/shared-kit/contract/sftpText'
import { failed } from '../../platform/errors.ts'
import { everyHour } from '../../platform/everyHour.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ServerService } from '../server/server.service.ts'
import { pathsText } from './pathsText.ts'
import { newTally, streamProgress } from './progressStream.ts'
import { nameOf, requirePath } from './remotePath.ts'
import { sendBundle } from './sendBundle.ts'
import type { SftpStore } from './sftp.store.ts'
import type { SftpDoor } from './sftpDoor.ts'
import { createTransfer } from './transfer.ts'

const BUNDLE_MS = 300_000

/** Several files at once to the browser. */
function mountBundles(platform: Platform, door: SftpDoor, store: SftpStore): void {
  const { mount } = platform
  mount(SftpBundle, async ({ serverId, files, format, asRoot = false }, caller) => {
    await door.way(caller, { serverId, asRoot })
    const token = randomBytes(24).toString('base64url')
    const who = { userId: caller.userId, namespaceId: caller.namespaceId }
    const paths = JSON.stringify(files.map(requirePath))
    await store.addBundle({ ...who, token, serverId, asRoot: asRoot ? 1 : 0, format, files: paths })
    return { token }
  })
  mount(SftpBundleDownload, async ({ token }, caller, exchange) => {
    const row = await store.takeBundle(caller, token, Date.now() - BUNDLE_MS)
    if (!row) throw failed('this download is not there any more; start it again')
    // Written by ourselves from what the contract let through.
    const files = JSON.parse(row.files) as string[]
    const [only] = files
    const name = files.length === 1 && only !== undefined && only !== '/' ? nameOf(only) : 'files'
    const format = row.format === 'zip' ? 'zip' : 'tar.gz'
    const place = { serverId: row.serverId, asRoot: row.asRoot === 1 }
    const deed = { type: 'DOWNLOAD', path: pathsText(files) } as const
    const send = (sftp: Parameters<typeof sendBundle>[0]) => sendBundle(sftp, { files, format, name }, exchange)
    return door.run(caller, place, deed, send, { isBulk: true })
  })
  everyHour(platform, 'delete prepared downloads', () => store.removeBundles(Date.now() - BUNDLE_MS))
}

/** Between servers, and several files at once to the browser. */
export function mountTransfers(platform: Platform, door: SftpDoor, store: SftpStore, servers: ServerService): void {
  const transfer = createTransfer(door, ({ namespaceId }, ids) => servers.names(namespaceId, ids))
  platform.mount(SftpTransfer, async ({ stream = false, asRoot = false, ...order }, caller, exchange) => {
    if (stream) return streamProgress(exchange, (work) => transfer(caller, { ...order, asRoot }, work))
    const { signal } = new AbortController()
    await transfer(caller, { ...order, asRoot }, { signal, tally: newTally(), part: newTally })
    return null
  })
  mountBundles(platform, door, store)
}

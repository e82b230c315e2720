import { Code } from '@windlass/shared-kit/contract'
import { SftpUpload } from '@windlass/shared-kit/contract/sftp'
import {
  SFTP_BATCH_PATH,
  SFTP_UPLOAD_KEPT_MS,
  SFTP_UPLOAD_PATH,
  SFTP_UPLOADS_AT_ONCE,
  SftpUnfinishedList,
} from '@windlass/shared-kit/contract/sftpUpload'
import { AppError, failed } from '../../platform/errors.ts'
import { everyHour } from '../../platform/everyHour.ts'
import { notePassing } from '../../platform/notePassing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { createSftpWriter } from '../../platform/sftp/sftpStreams.ts'
import type { ServerService } from '../server/server.service.ts'
import { takeBatch } from './batch.ts'
import { below, requireName, requirePath } from './remotePath.ts'
import type { SftpStore } from './sftp.store.ts'
import { BULK_BYTES, type SftpDoor } from './sftpDoor.ts'
import { createTurns } from './turns.ts'
import { createTus } from './tus.ts'
import { createUploadGate } from './uploadGate.ts'
import { writeFileSafely } from './writeFile.ts'

const GIB = 1024 ** 3
const WAIT_MS = 120_000

/** Uploads in all their forms. */
export function mountUploads(platform: Platform, door: SftpDoor, store: SftpStore, servers: ServerService): void {
  const { mount, env } = platform
  const turns = createTurns(
    SFTP_UPLOADS_AT_ONCE,
    WAIT_MS,
    `${SFTP_UPLOADS_AT_ONCE} of your uploads are running; wait for one of them`,
  )
  const limitBytes = env.UPLOAD_GIB * GIB
  const gate = createUploadGate(platform)
  const tus = createTus({
    door,
    store,
    turns,
    ssh: platform.ssh,
    limitBytes,
    limitText: `${env.UPLOAD_GIB} GiB`,
    servers,
    log: platform.log,
  })

  gate('POST', SFTP_UPLOAD_PATH, tus.create)
  gate('HEAD', `${SFTP_UPLOAD_PATH}/:token`, tus.look)
  gate('PATCH', `${SFTP_UPLOAD_PATH}/:token`, tus.append)
  gate('DELETE', `${SFTP_UPLOAD_PATH}/:token`, tus.remove)
  gate('POST', SFTP_BATCH_PATH, async ({ caller, body }) =>
    turns.take(caller.userId, async () => ({ code: Code.Ok, message: '', data: await takeBatch(door, caller, body) })),
  )
  everyHour(platform, 'remove abandoned uploads', () => tus.sweep(Date.now() - SFTP_UPLOAD_KEPT_MS))

  mount(SftpUnfinishedList, async ({ serverId }, caller) => {
    const rows = await store.uploads(caller, serverId)
    const list = rows.map(({ token: id, folder: dir, received: offset, ...row }) => ({
      ...{ id, dir, offset, serverId: row.serverId, name: row.name, size: row.size, insertTime: row.insertTime },
      asRoot: row.asRoot === 1,
    }))
    return { list }
  })
  mount(SftpUpload, async ({ id, filePath, asRoot }, caller, { request }) => {
    const limits = { fileSize: limitBytes, files: 1 }
    const part = request.isMultipart() ? await request.file({ limits }) : undefined
    if (!part) throw new AppError(Code.IllegalParameter, 'no file was sent; choose one')
    const deed = { type: 'UPLOAD', path: `${filePath}/${part.filename}` } as const
    const write = async (sftp: SftpClient) => {
      const file = below(requirePath(filePath), requireName(part.filename))
      await writeFileSafely(sftp, file, { overwrite: true }, async (handle) => {
        const writer = createSftpWriter(sftp, handle, 0)
        for await (const chunk of part.file) {
          await writer.write(chunk as Buffer)
          notePassing((chunk as Buffer).length)
        }
        if (part.file.truncated) throw failed(`the file is larger than ${env.UPLOAD_GIB} GiB`)
        await writer.finish()
        return writer.written()
      })
      return null
    }
    const isBulk = Number(request.headers['content-length'] ?? 0) > BULK_BYTES
    const inTurn = (sftp: SftpClient) => turns.take(caller.userId, () => write(sftp))
    return door.run(caller, { serverId: id, asRoot }, deed, inTurn, { isBulk })
  })
}

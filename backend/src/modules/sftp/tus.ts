import { randomBytes } from 'node:crypto'
import { SFTP_UPLOAD_PATH } from '@windlass/shared-kit/contract/sftpUpload'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from '../../platform/caller.ts'
import { eachChunk } from '../../platform/eachChunk.ts'
import { failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { orMissing } from '../../platform/sftp/sftpError.ts'
import { Open } from '../../platform/sftp/sftpPacket.ts'
import type { SftpWay } from '../../platform/sftp/sftpPool.ts'
import { createSftpWriter, type SftpWriter } from '../../platform/sftp/sftpStreams.ts'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { ServerService } from '../server/server.service.ts'
import { ensureFolder } from './copyTree.ts'
import { below, besideName, folderOf, requirePath, requireSteps } from './remotePath.ts'
import type { SftpStore, UploadRow } from './sftp.store.ts'
import { BULK_BYTES, reasonOf, type SftpDoor } from './sftpDoor.ts'
import { syncAhead } from './syncAhead.ts'
import type { Turns } from './turns.ts'
import { UploadError, type UploadRequest } from './uploadGate.ts'
import { readMetadata, type UploadMetadata } from './uploadMetadata.ts'
import { closing, explainWrite, FullError, requireFree, requireRoom, ThereError, takePlace } from './writeFile.ts'

/** What uploads need. */
export interface TusTools {
  door: SftpDoor
  store: SftpStore
  turns: Turns
  ssh: Ssh
  servers: ServerService
  log: Logger
  limitBytes: number
  limitText: string
}

const NEW_BITS = 0o644
/** How often the database learns how far an upload is, for lists; the server itself is asked before going on. */
const NOTE_MS = 2000
const HASH_MS = 600_000

const placeOf = ({ serverId, asRoot }: UploadRow) => ({ serverId, asRoot: asRoot === 1 })
const fileOf = ({ folder, name }: UploadRow) => below(folder, name)
const uploadDeed = (row: UploadRow) => ({ type: 'UPLOAD', path: fileOf(row) }) as const

const tusHeaders = (reply: FastifyReply, headers: Record<string, string | number>) =>
  reply.headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store', ...headers })

/** @throws AppError when the server's own sum of the file is another one; servers without the program are believed */
async function requireSum({ ssh }: TusTools, way: SftpWay, part: string, sha256: string): Promise<void> {
  if (sha256 === '') return
  const command = `${way.asRoot ? 'sudo -n ' : ''}sha256sum -- ${quotePosix(part)}`
  const { stdout } = await ssh.exec(way.target, command, { timeoutMs: HASH_MS })
  const [, sum] = /^\\?([0-9a-f]{64})\b/.exec(stdout) ?? []
  if (sum !== undefined && sum !== sha256.toLowerCase())
    throw failed('what arrived is not what was sent; upload it again')
}

/** Puts what has arrived in its place. */
async function finish(
  tools: TusTools,
  caller: Caller,
  row: UploadRow,
  { sftp, way }: { sftp: SftpClient; way: SftpWay },
) {
  const { door, store } = tools
  await door.logged(caller, placeOf(row), uploadDeed(row), async () => {
    const { size } = await sftp.lstat(row.part)
    if (size !== row.size) throw failed(`${fileOf(row)}: ${row.size} bytes were sent, ${size} arrived; upload it again`)
    await requireSum(tools, way, row.part, row.sha256)
    await takePlace(sftp, row.part, fileOf(row), {
      overwrite: row.overwrite === 1,
      ...(row.bits >= 0 && { bits: row.bits }),
      ...(row.fileTime > 0 && { time: row.fileTime }),
    })
  })
  await store.removeUpload(row.token)
}

/** Gives up an upload: nothing of it stays. */
async function discard({ store }: TusTools, sftp: SftpClient, row: UploadRow): Promise<void> {
  await sftp.remove(row.part).catch(() => undefined)
  await store.removeUpload(row.token)
}

async function requireUpload({ store }: TusTools, { caller, request }: UploadRequest): Promise<UploadRow> {
  const { token = '' } = request.params as { token?: string }
  const row = await store.findUpload(caller, token)
  if (!row) throw new UploadError(404, 'this upload is not known any more; begin it again')
  return row
}

/** How much the server has. */
async function offsetOf(tools: TusTools, sftp: SftpClient, row: UploadRow): Promise<number> {
  const there = await orMissing(sftp.lstat(row.part))
  if (there) return there.size
  await tools.store.removeUpload(row.token)
  throw new UploadError(404, 'what had arrived is gone from the server; begin the upload again')
}

/** Begins an upload: looks at everything that could refuse it, and makes the file it goes into. */
function creation(tools: TusTools) {
  const { door, store, limitBytes, limitText } = tools
  const prepare = async (sftp: SftpClient, folder: string, file: string, size: number, meta: UploadMetadata) => {
    if (folderOf(file) !== folder) await ensureFolder(sftp, folderOf(file))
    await requireFree(sftp, file, meta.overwrite)
    await requireRoom(sftp, folderOf(file), size)
  }
  return async (asked: UploadRequest) => {
    const { caller, request, reply } = asked
    const size = Number(request.headers['upload-length'])
    if (!Number.isSafeInteger(size) || size < 0)
      throw new UploadError(400, 'Upload-Length must say how large the file is')
    if (size > limitBytes) throw new UploadError(413, `the file is larger than ${limitText}, the most that is taken`)
    const meta = readMetadata(request.headers['upload-metadata'])
    const folder = requirePath(meta.dir)
    const deed = { type: 'UPLOAD', path: `${meta.dir}/${meta.name}` } as const
    const refused = async (error: unknown): Promise<never> => {
      // The question whether to overwrite is no attempt that failed.
      if (!(error instanceof ThereError)) {
        await door.log.write(caller, [
          { ...deed, serverId: meta.serverId, asRoot: meta.asRoot, reason: reasonOf(error) },
        ])
      }
      throw error
    }
    const token = randomBytes(18).toString('base64url')
    const begin = async (sftp: SftpClient, way: SftpWay) => {
      const file = below(folder, ...requireSteps(meta.name))
      const part = besideName(file, token.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12))
      await prepare(sftp, folder, file, size, meta)
      await sftp.close(await sftp.open(part, Open.Write | Open.Create | Open.Exclusive, NEW_BITS))
      const who = { userId: caller.userId, namespaceId: caller.namespaceId }
      const flags = { asRoot: meta.asRoot ? 1 : 0, overwrite: meta.overwrite ? 1 : 0 }
      const about = { fileTime: meta.time, bits: meta.bits, sha256: meta.sha256, size }
      await store.addUpload({
        ...who,
        ...flags,
        ...about,
        token,
        part,
        folder,
        name: meta.name,
        serverId: meta.serverId,
      })
      const row = await store.findUpload(caller, token)
      if (size === 0 && row) await finish(tools, caller, row, { sftp, way })
    }
    await door.run(caller, meta, undefined, begin).catch(refused)
    tusHeaders(reply, { location: `${SFTP_UPLOAD_PATH}/${token}`, 'upload-offset': 0 })
    return reply.code(201).send()
  }
}

/** Requests that write, by the upload. */
type Running = Map<string, { stop(): void; ended: Promise<unknown> }>

/** A browser that lost its connection comes again before the console has noticed: the newer request wins. */
async function endRunning(running: Running, token: string): Promise<void> {
  const before = running.get(token)
  before?.stop()
  // How it ended was its own answer.
  await before?.ended.catch(() => undefined)
}

/** Takes the body of a request as far as the file goes. */
async function take(
  { store, door }: TusTools,
  { body }: UploadRequest,
  row: UploadRow,
  { writer, way }: { writer: SftpWriter; way: SftpWay },
): Promise<void> {
  const noteWritten = syncAhead(door.pool, way, row.part, writer.written())
  let noted = Date.now()
  let received = writer.written()
  await eachChunk(body, (chunk) => {
    received += chunk.length
    if (received > row.size) throw new UploadError(400, 'more was sent than the file is large')
    const room = writer.give(chunk)
    noteWritten(writer.written())
    if (Date.now() - noted < NOTE_MS) return room
    noted = Date.now()
    return Promise.all([room, store.setReceived(row.token, writer.written())])
  })
  await writer.finish()
}

/** Writes what comes to the end of what is there; answers how far it goes then. */
async function write(
  tools: TusTools,
  asked: UploadRequest,
  row: UploadRow,
  { sftp, way, start }: { sftp: SftpClient; way: SftpWay; start: number },
): Promise<number> {
  const handle = await sftp.open(row.part, Open.Write)
  return closing(sftp, handle, async () => {
    const writer = createSftpWriter(sftp, handle, start)
    try {
      await take(tools, asked, row, { writer, way })
    } catch (error) {
      // The browser is gone: what has come in is kept, so that it goes on from there.
      if (asked.request.raw.errored || asked.request.raw.aborted) await writer.finish()
      throw error
    } finally {
      await tools.store.setReceived(row.token, writer.written())
    }
    await sftp.sync(handle)
    return writer.written()
  })
}

async function append(tools: TusTools, asked: UploadRequest, row: UploadRow): Promise<number> {
  const { door } = tools
  const start = Number(asked.request.headers['upload-offset'])
  const giveUp = async (sftp: SftpClient, error: unknown): Promise<never> => {
    const explained = await explainWrite(sftp, folderOf(row.part), error)
    if (!(explained instanceof FullError) && !(explained instanceof ThereError)) throw explained
    // Nothing of it would be of use later, and a full disk needs the room.
    await discard(tools, sftp, row)
    const deed = { ...placeOf(row), ...uploadDeed(row), reason: reasonOf(explained) }
    if (explained instanceof FullError) await door.log.write(asked.caller, [deed])
    throw explained
  }
  const run = async (sftp: SftpClient, way: SftpWay) => {
    const there = await offsetOf(tools, sftp, row)
    if (there !== start) throw new UploadError(409, `the server has ${there} bytes, not ${start}; ask where to go on`)
    try {
      const reached = await write(tools, asked, row, { sftp, way, start })
      if (reached === row.size) await finish(tools, asked.caller, row, { sftp, way })
      return reached
    } catch (error) {
      return giveUp(sftp, error)
    }
  }
  return door.run(asked.caller, placeOf(row), undefined, run, { isBulk: row.size - start > BULK_BYTES })
}

/** Goes on with an upload: one request at a time, and so many of one person. */
function appending(tools: TusTools, running: Running) {
  return async (asked: UploadRequest) => {
    const { request, reply, caller } = asked
    const row = await requireUpload(tools, asked)
    await endRunning(running, row.token)
    const work = tools.turns.take(caller.userId, () => append(tools, asked, row))
    running.set(row.token, { stop: () => request.raw.destroy(), ended: work })
    try {
      const reached = await work
      tusHeaders(reply, { 'upload-offset': reached })
      return reply.code(204).send()
    } finally {
      if (running.get(row.token)?.ended === work) running.delete(row.token)
    }
  }
}

/** The tus protocol over the disks of servers. */
export function createTus(tools: TusTools) {
  const { door, store, servers, log } = tools
  const running: Running = new Map()
  return {
    create: creation(tools),
    append: appending(tools, running),
    look: async (asked: UploadRequest) => {
      const row = await requireUpload(tools, asked)
      await endRunning(running, row.token)
      const offset = await door.run(asked.caller, placeOf(row), undefined, (sftp) => offsetOf(tools, sftp, row))
      tusHeaders(asked.reply, { 'upload-offset': offset, 'upload-length': row.size })
      return asked.reply.code(200).send()
    },
    remove: async (asked: UploadRequest) => {
      const row = await requireUpload(tools, asked)
      await endRunning(running, row.token)
      await door.run(asked.caller, placeOf(row), undefined, (sftp) => discard(tools, sftp, row))
      tusHeaders(asked.reply, {})
      return asked.reply.code(204).send()
    },
    /** Removes uploads that nobody has gone on with, from the servers too. */
    sweep: async (before: number): Promise<void> => {
      for (const row of await store.abandoned(before)) {
        try {
          const target = await servers.target(row.namespaceId, row.serverId)
          await door.pool.use({ target, asRoot: row.asRoot === 1 }, (sftp) => discard(tools, sftp, row))
        } catch (error) {
          log.warn({ err: error, part: row.part, serverId: row.serverId }, 'cannot remove an abandoned upload')
          // A server that is gone for good must not be asked for ever.
          await store.removeUpload(row.token)
        }
      }
    },
  }
}

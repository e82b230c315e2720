import type { Readable } from 'node:stream'
import { Code } from '@windlass/shared-kit/contract'
import { SFTP_BATCH_BYTES, type SftpBatchAnswer, SftpBatchHead } from '@windlass/shared-kit/contract/sftpUpload'
import { Check } from 'typebox/value'
import type { Caller } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { isBareFailure } from '../../platform/sftp/sftpError.ts'
import { Open } from '../../platform/sftp/sftpPacket.ts'
import { createSftpWriter } from '../../platform/sftp/sftpStreams.ts'
import { ensureFolder } from './copyTree.ts'
import { inParallel } from './inParallel.ts'
import { below, folderOf, requirePath, requireSteps } from './remotePath.ts'
import { BULK_BYTES, reasonOf, type SftpDoor } from './sftpDoor.ts'
import { explainWrite, FullError, partOf, requireRoom, ThereError, takePlace } from './writeFile.ts'

const HEAD_BYTES = 4 * 1024 * 1024
const FILES_AT_ONCE = 48
const NEW_BITS = 0o644
/** From so many on a program of its own is worth its start. */
const BULK_FILES = 100

/** Takes exactly so many bytes from a stream, again and again. */
function byteReader(body: Readable) {
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const take = async (length: number): Promise<Buffer> => {
    const taken: Buffer[] = []
    let missing = length
    while (missing > 0) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) throw failed('the upload ended before it was whole; try again')
        rest = value
      }
      const part = rest.subarray(0, missing)
      taken.push(part)
      missing -= part.length
      rest = rest.subarray(part.length)
    }
    return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken)
  }
  /** Lets go of the stream, so that somebody else may read or drop what is left. */
  const leave = async (): Promise<void> => void (await chunks.return?.())
  return { take, leave }
}

type Take = ReturnType<typeof byteReader>['take']

const bytesOf = ({ files }: SftpBatchHead): number => files.reduce((sum, { size }) => sum + size, 0)

async function readHead(take: Take): Promise<SftpBatchHead> {
  const length = (await take(4)).readUInt32BE(0)
  if (length > HEAD_BYTES) throw failed('the head of the batch is too long')
  const head: unknown = parse((await take(length)).toString())
  if (!Check(SftpBatchHead, head))
    throw new AppError(Code.IllegalParameter, 'the head of the batch is not as it must be')
  if (bytesOf(head) > SFTP_BATCH_BYTES) throw failed('a batch holds at most 64 MiB; send large files one by one')
  return head
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller refuses whatever is not the head.
    return undefined
  }
}

/** One small file: as few round trips as can be. */
async function writeSmall(
  sftp: SftpClient,
  file: string,
  content: Buffer,
  manner: { overwrite: boolean; time: number | undefined },
): Promise<void> {
  const part = partOf(file)
  try {
    const handle = await sftp.open(part, Open.Write | Open.Create | Open.Exclusive, NEW_BITS)
    const writer = createSftpWriter(sftp, handle, 0)
    const { time } = manner
    const times = time === undefined ? undefined : { atime: time, mtime: time }
    // Sent one behind the other without waiting for answers; a server takes what belongs to one file in order.
    const sent = [writer.write(content), writer.finish(), times && sftp.changeHandle(handle, { times })]
    const results = await Promise.allSettled([...sent, sftp.close(handle)])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    await sftp.rename(part, file).catch((error: unknown) => {
      if (!isBareFailure(error)) throw error
      return takePlace(sftp, part, file, manner)
    })
  } catch (error) {
    const explained = await explainWrite(sftp, folderOf(file), error)
    await sftp.remove(part).catch(() => undefined)
    throw explained
  }
}

const refusalOf = (name: string, error: AppError): SftpBatchAnswer['refused'][number] => {
  const { code, message } = error
  if (!(error instanceof ThereError)) return { name, code, message }
  // Made by ThereError itself.
  const { there } = error.data as { there: { size: number; time: number; isDir: boolean } }
  return { name, code, message, there }
}

async function writeAll(sftp: SftpClient, head: SftpBatchHead, take: Take): Promise<SftpBatchAnswer> {
  const dir = requirePath(head.dir)
  const answer: SftpBatchAnswer = { written: 0, refused: [] }
  const files = head.files.map((file) => ({ ...file, path: below(dir, ...requireSteps(file.name)) }))
  await requireRoom(sftp, dir, bytesOf(head))
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))].sort()
  for (const folder of folders) if (folder !== dir) await ensureFolder(sftp, folder)
  const contents = async function* () {
    for (const file of files) yield { ...file, content: await take(file.size) }
  }
  await inParallel(contents(), FILES_AT_ONCE, async ({ name, path, time, content }) => {
    try {
      await writeSmall(sftp, path, content, { overwrite: head.overwrite === true, time })
      answer.written++
    } catch (error) {
      // A full disk or a lost server will not take the others either.
      if (!(error instanceof AppError) || error instanceof FullError || !sftp.isOpen()) throw error
      answer.refused.push(refusalOf(name, error))
    }
  })
  return answer
}

async function takeAll(door: SftpDoor, caller: Caller, take: Take): Promise<SftpBatchAnswer> {
  const head = await readHead(take)
  const place = { serverId: head.serverId, asRoot: head.asRoot }
  const why = new Map<string, string>()
  let reason = ''
  try {
    const work = (sftp: SftpClient) => writeAll(sftp, head, take)
    const isBulk = head.files.length > BULK_FILES || bytesOf(head) > BULK_BYTES
    const answer = await door.run(caller, place, undefined, work, { isBulk })
    for (const { name, message } of answer.refused) why.set(name, message)
    return answer
  } catch (error) {
    reason = reasonOf(error)
    throw error
  } finally {
    const deeds = head.files.map(({ name }) => ({
      ...{ serverId: head.serverId, asRoot: head.asRoot === true, type: 'UPLOAD' as const },
      path: `${head.dir}/${name}`,
      reason: why.get(name) ?? reason,
    }))
    await door.log.write(caller, deeds)
  }
}

/** Many small files of one request. */
export async function takeBatch(door: SftpDoor, caller: Caller, body: Readable): Promise<SftpBatchAnswer> {
  const { take, leave } = byteReader(body)
  try {
    return await takeAll(door, caller, take)
  } finally {
    await leave()
  }
}

import { Code } from '@windlass/shared-kit/contract'
import type { SftpTransferResult } from '@windlass/shared-kit/contract/sftp'
import { kindOfMode } from '@windlass/shared-kit/contract/sftpListing'
import type { Caller } from '../../platform/caller.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import type { SftpWay } from '../../platform/sftp/sftpPool.ts'
import { copyTree, ensureFolder, type Skipped } from './copyTree.ts'
import { inParallel } from './inParallel.ts'
import { type Measure, measure } from './manyFiles.ts'
import type { LongWork } from './progressStream.ts'
import { below, isWithin, nameOf, requirePath } from './remotePath.ts'
import { followedStat } from './requireRegular.ts'
import { reasonOf, type SftpDoor } from './sftpDoor.ts'
import { requireRoom } from './writeFile.ts'

/** What goes where. */
export interface Order {
  sourceServerId: number
  sourceFile: string
  destServerIds: readonly number[]
  destDir: string
  asRoot: boolean
}

const DESTINATIONS_AT_ONCE = 4

interface Source {
  sftp: SftpClient
  path: string
  isFolder: boolean
  sum: Measure
}

async function fill(
  source: Source,
  to: SftpClient,
  dir: string,
  work: LongWork,
  serverId: number,
  keepsOwner: boolean,
) {
  const tally = work.part(serverId)
  Object.assign(tally, { total: source.sum.files + source.sum.links, totalBytes: source.sum.bytes })
  await ensureFolder(to, dir)
  await requireRoom(to, dir, source.sum.bytes)
  const target = source.isFolder ? dir : below(dir, nameOf(source.path))
  const common = { overwrite: true, tally, signal: work.signal, keepsOwner }
  return copyTree({ ...common, from: source.sftp, to, source: source.path, target })
}

async function toOne(
  door: SftpDoor,
  caller: Caller,
  order: Order,
  source: Source,
  to: { serverId: number; work: LongWork },
) {
  const { serverId, work } = to
  const place = { serverId, asRoot: order.asRoot }
  const path = `${order.sourceServerId}:${order.sourceFile}->${order.destDir}`
  const run = (sftp: SftpClient) => fill(source, sftp, order.destDir, work, serverId, order.asRoot)
  return door.run(caller, place, { type: 'UPLOAD', path }, run, { isBulk: true })
}

async function readSource(sftp: SftpClient, order: Order): Promise<Source> {
  const path = order.sourceFile
  const isFolder = kindOfMode((await followedStat(sftp, path)).mode) === 'dir'
  const target = isFolder ? order.destDir : below(order.destDir, nameOf(path))
  const isItself = target === path || (isFolder && isWithin(target, path))
  if (order.destServerIds.includes(order.sourceServerId) && isItself) {
    throw failed(`${path} cannot be transferred onto itself`)
  }
  // A link to a folder is walked as the folder.
  const real = isFolder ? await sftp.realpath(path) : path
  return { sftp, path: real, isFolder, sum: await measure(sftp, [real]) }
}

type Result = SftpTransferResult & { skipped: Skipped[] }

async function toAll(
  door: SftpDoor,
  caller: Caller,
  order: Order,
  source: Source,
  by: { names: ReadonlyMap<number, string>; work: LongWork },
) {
  const results: Result[] = []
  await inParallel(new Set(order.destServerIds), DESTINATIONS_AT_ONCE, async (serverId) => {
    const result: Result = {
      serverId,
      serverName: by.names.get(serverId) ?? '',
      code: Code.Ok,
      message: '',
      skipped: [],
    }
    try {
      result.skipped = await toOne(door, caller, order, source, { serverId, work: by.work })
    } catch (error) {
      by.work.signal.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      Object.assign(result, { code: error.code, message: error.message })
    }
    results.push(result)
  })
  const wrong = results.find(({ code }) => code !== Code.Ok)
  if (wrong) throw failed(wrong.message, { serverId: wrong.serverId, serverName: wrong.serverName, results })
  return { results }
}

type NamesOf = (caller: Caller, ids: readonly number[]) => Promise<Map<number, string>>

/** Copies from one server to others, through the console and never onto its disk. */
export function createTransfer(door: SftpDoor, namesOf: NamesOf) {
  return async (caller: Caller, asked: Order, work: LongWork): Promise<unknown> => {
    const order = { ...asked, sourceFile: requirePath(asked.sourceFile), destDir: requirePath(asked.destDir) }
    // Every destination before the first byte: a foreign server among them refuses the whole.
    const place = (serverId: number) => ({ serverId, asRoot: order.asRoot })
    await Promise.all(order.destServerIds.map((id): Promise<SftpWay> => door.way(caller, place(id))))
    const names = await namesOf(caller, order.destServerIds)
    let reason = ''
    const noted = (error: unknown): never => {
      reason = reasonOf(error)
      throw error
    }
    try {
      const way = await door.way(caller, place(order.sourceServerId)).catch(noted)
      return await door.pool.useBulk(way, async (sftp) => {
        const source = await readSource(sftp, order).catch(noted)
        return toAll(door, caller, order, source, { names, work })
      })
    } finally {
      const deed = { type: 'DOWNLOAD', path: order.sourceFile, reason } as const
      await door.log.write(caller, [{ ...deed, ...place(order.sourceServerId) }])
    }
  }
}

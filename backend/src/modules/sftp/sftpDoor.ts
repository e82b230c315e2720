import { Permission } from '@windlass/shared-kit/contract'
import type { SftpLogType } from '@windlass/shared-kit/contract/sftpLog'
import { type Caller, holds } from '../../platform/caller.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { createSftpPool, type SftpPool, type SftpWay } from '../../platform/sftp/sftpPool.ts'
import type { ServerService } from '../server/server.service.ts'
import { createSftpLogStore, type SftpLogStore } from './sftpLog.store.ts'

/** On which server, and as whom. */
export interface Place {
  serverId: number
  asRoot?: boolean | undefined
}

/** What the log says about a piece of work; the path as it was asked for. */
export interface Deed {
  type: SftpLogType
  path: string
}

/** How work reaches the files of a server. */
export interface Manner {
  signal?: AbortSignal | undefined
  /** Large files. */
  isBulk?: boolean | undefined
}

/** What is done with the files of a server. */
export type Work<Result> = (sftp: SftpClient, way: SftpWay) => Promise<Result>

/** The only way from a request to the files of a server: looks who asks for what, and writes down what became of it. */
export interface SftpDoor {
  /** @throws AppError when the server is not the caller's, or he may not work as root */
  way(caller: Caller, place: Place): Promise<SftpWay>
  /** Writes a row of the log when the work has ended; absent: work that only serves the page, such as free space. */
  run<Result>(
    caller: Caller,
    place: Place,
    deed: Deed | undefined,
    work: Work<Result>,
    manner?: Manner,
  ): Promise<Result>
  /** Runs something that reaches servers by itself, and writes the row. */
  logged<Result>(caller: Caller, place: Place, deed: Deed, run: () => Promise<Result>): Promise<Result>
  pool: SftpPool
  log: SftpLogStore
}

/** Below this the pooled connection is quicker than a program of its own. */
export const BULK_BYTES = 8 * 1024 * 1024

/** What the log keeps of an error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Builds the door. */
export function createSftpDoor(platform: Platform, servers: ServerService): SftpDoor {
  const pool = createSftpPool(platform.ssh, platform.onStop)
  const log = createSftpLogStore(platform.db)

  const way: SftpDoor['way'] = async (caller, { serverId, asRoot = false }) => {
    if (asRoot && !holds(caller, Permission.SFTPAsRoot)) throw lacking(caller, Permission.SFTPAsRoot)
    return { target: await servers.target(caller.namespaceId, serverId), asRoot }
  }
  const logged: SftpDoor['logged'] = async (caller, { serverId, asRoot = false }, deed, run) => {
    let reason = ''
    try {
      return await run()
    } catch (error) {
      reason = reasonOf(error)
      throw error
    } finally {
      await log.write(caller, [{ serverId, asRoot, ...deed, reason }])
    }
  }
  return {
    ...{ pool, log, way, logged },
    run: (caller, place, deed, run, { signal, isBulk } = {}) => {
      const work = async () => {
        const found = await way(caller, place)
        return pool[isBulk ? 'useBulk' : 'use'](found, (sftp) => run(sftp, found), signal)
      }
      return deed ? logged(caller, place, deed, work) : work()
    },
  }
}

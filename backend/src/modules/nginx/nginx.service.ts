import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { NginxInstance, NginxState, NginxTest } from '@windlass/shared-kit/contract/nginx'
import { NGINX_LOG_LINES } from '@windlass/shared-kit/contract/nginx'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { decodeText } from '../../platform/textEncoding.ts'
import type { ServerService } from '../server/server.service.ts'
import { createNginxStore } from './nginx.store.ts'
import { createNginxChanges, type NginxSaved, type NginxSession } from './nginxChange.ts'
import { bytesOf, fileRow, findPlace, logFiles, nearbyFiles } from './nginxFiles.ts'
import { programNames, requireAbsolute, requireProgram } from './nginxPlace.ts'
import { RELOAD, STATUS, TAIL } from './nginxPrograms.ts'
import { type NginxRun, nginxRun } from './nginxRun.ts'
import { checkNginx } from './nginxSandbox.ts'
import { findNginx, lookAtNginx } from './nginxSpot.ts'
import { readTree } from './nginxTree.ts'
import { readStatus } from './readStatus.ts'
import { askStub } from './stubStatus.ts'

/** Which nginx: its program and, where several run from it, its main file; absent is the one that was listed last. */
export interface Which {
  serverId: number
  path?: string | undefined
  conf?: string | undefined
}

const TAIL_BYTES = 1024 * 1024
const RELOAD_TRIES = 10
const RELOAD_PAUSE_MS = 300

type Open = (caller: Caller, which: Which) => Promise<NginxSession>

/** How to reach the nginx that a call means. */
function createOpen(platform: Platform, servers: ServerService) {
  const names = programNames(platform.env.NGINX_PROGRAMS)
  /** What was listed last on a server, for clients that name a folder only. */
  const listed = new Map<string, { path: string; conf: string }>()
  const keyOf = (caller: Caller, serverId: number) => `${caller.namespaceId} ${serverId}`
  const reach = async (caller: Caller, serverId: number): Promise<NginxRun> =>
    nginxRun(platform, await servers.target(caller.namespaceId, serverId))
  const open: Open = async (caller, { serverId, path, conf }) => {
    const last = listed.get(keyOf(caller, serverId))
    const program = path ?? last?.path
    if (program === undefined) throw failed('list the configuration of nginx on this server first')
    requireProgram(program, names)
    const run = await reach(caller, serverId)
    const spot = await lookAtNginx(run, program, conf ?? (path === undefined ? last?.conf : undefined))
    return { caller, serverId, run, spot }
  }
  const remember = ({ caller, serverId, spot }: NginxSession) =>
    void listed.set(keyOf(caller, serverId), { path: spot.path, conf: spot.conf })
  return { reach, open, remember }
}

/** What is read of a configuration. */
function reading({ reach, open, remember }: ReturnType<typeof createOpen>) {
  return {
    find: async (caller: Caller, serverId: number): Promise<{ running: NginxInstance[]; installed: string[] }> => {
      const { running, installed } = await findNginx(await reach(caller, serverId))
      return { running, installed }
    },

    list: async (caller: Caller, input: Which) => {
      const session = await open(caller, input)
      const { run, spot } = session
      remember(session)
      const tree = await readTree(run, spot)
      if (tree.files.length === 0) throw failed(`the configuration ${spot.conf} does not exist or cannot be read`)
      return {
        list: tree.files.map(fileRow),
        others: await nearbyFiles(run, spot, tree),
        logs: logFiles(spot, tree),
        ...{ conf: spot.conf, prefix: spot.prefix, version: spot.version, warnings: tree.warnings },
      }
    },

    content: async (caller: Caller, input: Which & { dir: string; filename: string }) => {
      const { run, spot } = await open(caller, input)
      const place = await findPlace(run, spot, await readTree(run, spot), input)
      const bytes = bytesOf(place)
      const decoded = decodeText(bytes)
      if (!decoded) throw failed(`${place.path} is no text`)
      const { mode = '', owner = '' } = place.file ?? {}
      return {
        content: decoded.text,
        encoding: decoded.encoding,
        hash: hash('sha256', bytes),
        real: place.real,
        mode,
        owner,
      }
    },
  }
}

const statusOf = async ({ run, spot }: NginxSession) =>
  readStatus((await run(STATUS, [String(spot.pid)])).stdout, spot.pid)

/** The signal to reload says nothing about its success: only new workers do. */
async function hasNewWorker(session: NginxSession, before: number): Promise<boolean> {
  for (let tries = 0; tries < RELOAD_TRIES; tries++) {
    await wait(RELOAD_PAUSE_MS)
    const { newestWorker } = await statusOf(session)
    if (newestWorker !== before && newestWorker > 0) return true
  }
  return false
}

/** What is done with an nginx that runs. */
function running(open: Open) {
  return {
    /** @throws AppError with what nginx says when it refuses the configuration */
    manage: async (caller: Caller, input: Which & { command: 'check' | 'reload' }): Promise<string> => {
      const session = await open(caller, input)
      const { run, spot } = session
      const test: NginxTest = await checkNginx(run, spot)
      if (!test.ok) throw failed(test.output || 'nginx refuses the configuration', { test })
      if (input.command === 'check') return test.output
      if (spot.pid === 0) throw failed('this nginx does not run, so there is nothing to reload')
      const before = await statusOf(session)
      const { code, stdout, stderr } = await run(RELOAD, [spot.path, spot.conf, spot.prefix])
      const output = [test.output, stdout.trim(), stderr.trim()].filter(Boolean).join('\n')
      if (code !== 0) throw failed(output)
      if (await hasNewWorker(session, before.newestWorker)) return output
      throw failed(
        `${output}\nnginx goes on with the configuration it had: no new worker has started. Its error log says why.`,
      )
    },

    status: async (caller: Caller, input: Which): Promise<NginxState> => {
      const session = await open(caller, input)
      const { newestWorker: _newest, ...status } = await statusOf(session)
      const tree = await readTree(session.run, session.spot)
      const isNewer = ({ time }: { time: number }) => status.loadTime > 0 && time > status.loadTime
      const notLoaded = tree.files.filter(isNewer).map((file) => file.path)
      const connections = status.pid === 0 ? undefined : await askStub(session.run, tree)
      return { ...status, version: session.spot.version, notLoaded, ...(connections && { connections }) }
    },

    log: async (
      caller: Caller,
      input: Which & {
        file: string
        filter?: string | undefined
        offset?: number | undefined
        inode?: string | undefined
      },
    ) => {
      const { run, spot } = await open(caller, input)
      const logs = logFiles(spot, await readTree(run, spot))
      if (!logs.some((log) => log.path === input.file)) throw failed(`${input.file} is no log of this nginx`)
      const limits = [String(TAIL_BYTES), String(NGINX_LOG_LINES)]
      const words = [input.file, String(input.offset ?? 0), input.inode ?? '', ...limits, input.filter ?? '']
      const { code, stdout, stderr } = await run(TAIL, words)
      if (code === 66) throw failed(`${input.file} does not exist yet`)
      if (code === 67) throw failed(`${input.file} cannot be read by this account`)
      if (code === 68) throw failed(`${input.file} leads to a place where no logs are kept; it is not shown`)
      if (code !== 0) throw failed(stderr.trim() || `${input.file} cannot be read`)
      const end = stdout.indexOf('\n')
      const [inode = '', offset, isAnew] = stdout.slice(0, end).split(' ')
      return { text: stdout.slice(end + 1), inode, offset: Number(offset), isAnew: isAnew === '1' }
    },
  }
}

/** A server's nginx: its files, what it says about them, how it runs and what it logs. */
export type NginxService = ReturnType<typeof createNginxService>

/** Creates what there is to do with nginx. */
export function createNginxService(platform: Platform, servers: ServerService) {
  const store = createNginxStore(platform.db)
  const changes = createNginxChanges(store)
  const door = createOpen(platform, servers)
  const { open } = door
  const changed =
    <Input>(change: (session: NginxSession, input: Input) => Promise<NginxSaved>) =>
    async (caller: Caller, input: Input & Which) =>
      change(await open(caller, input), input)

  return {
    ...reading(door),
    ...running(open),

    edit: changed(changes.edit),
    copy: changed(changes.copy),
    rename: changed(changes.rename),
    remove: changed((session, { file }: { file: string }) => changes.remove(session, requireAbsolute(file))),
    test: async (caller: Caller, input: Which & { dir: string; filename: string; content: string }) => {
      const session = await open(caller, input)
      return changes.test(session, input)
    },

    versions: store.list,
    version: async (caller: Caller, id: number): Promise<string> => {
      const found = await store.content(caller.namespaceId, id)
      if (!found) throw failed('this version does not exist any more; load the list again')
      return found.content
    },
  }
}

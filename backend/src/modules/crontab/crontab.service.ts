import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  CronHost,
  CrontabAction,
  CrontabConflict,
  CrontabFile,
  CrontabLog,
  CrontabRefusal,
  CrontabRun,
  CrontabSave,
} from '@windlass/shared-kit/contract/crontab'
import { isPlainLogPath, unwrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { readCrontab } from '@windlass/shared-kit/contract/crontabText'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import { runOnServer } from '../script/runOnServer.ts'
import type { ScriptService } from '../script/script.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { type CrontabPlace, type CrontabVersionRow, createCrontabStore } from './crontab.store.ts'
import { FOLLOW } from './crontabPrograms.ts'
import { type CrontabRemote, crontabRemote, type FoundCrontab, refusedText } from './crontabRemote.ts'
import { lineRun } from './crontabRun.ts'

const PURPOSE = 'crontabVersion.content'
const NO_SERVER = 'no such server'

/** Whose crontab on which server; without a user that of the account of the connection. */
export interface Whose {
  serverId: number
  user?: string | undefined
}

interface FollowHow {
  signal: AbortSignal
  onText: (chunk: Buffer) => void | Promise<void>
}

/** Crontabs of servers: read, replaced as a whole, kept as versions, and their lines run. */
export interface CrontabService {
  host(caller: Caller, serverId: number): Promise<CronHost>
  list(caller: Caller, whose: Whose): Promise<FoundCrontab>
  /** @throws AppError with a `CrontabConflict` or a `CrontabRefusal` */
  save(caller: Caller, input: InputOf<typeof CrontabSave>): Promise<FoundCrontab>
  backup(caller: Caller, whose: Whose & { note?: string | undefined }): Promise<number>
  versions(
    caller: Caller,
    place: Omit<CrontabPlace, 'namespaceId'>,
    page: { page: number; rows: number },
  ): Promise<{ list: CrontabVersionRow[]; total: number }>
  version(caller: Caller, id: number): Promise<string>
  /** Starts a line and answers the number of its run. */
  run(caller: Caller, input: InputOf<typeof CrontabRun>): Promise<number>
  /** Passes on the log of a line until the signal. */
  follow(caller: Caller, input: InputOf<typeof CrontabLog>, how: FollowHow): Promise<void>
  system(caller: Caller, serverId: number): Promise<CrontabFile[]>
}

type Kept = Whose & { action: CrontabAction; note?: string | undefined; found: FoundCrontab }

/** The states that are kept. */
function createVersions({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, servers: ServerService) {
  const store = createCrontabStore(db)
  const requireServer = async ({ namespaceId }: Caller, serverId: number) => {
    if (!(await servers.names(namespaceId, [serverId])).has(serverId)) throw failed(NO_SERVER)
  }
  const keep = (caller: Caller, { serverId, action, note = '', found }: Kept): Promise<number> => {
    const { namespaceId, userId, name: userName } = caller
    const entries = readCrontab(found.raw).filter((line) => line.kind === 'entry' && line.isOn).length
    const state = { action, note, hash: found.hash, size: found.size, entries, userId, userName }
    const content = secrets.encrypt(found.raw, PURPOSE)
    return store.add({ namespaceId, serverId, account: found.user, content, ...state })
  }
  return {
    keep,
    /** Keeps what somebody else has written, once. */
    keepFound: async (caller: Caller, serverId: number, found: FoundCrontab, note = '') => {
      const place = { namespaceId: caller.namespaceId, serverId, account: found.user }
      if (!found.exists || (await store.latestHash(place)) === found.hash) return
      await keep(caller, { serverId, action: 'found', note, found })
    },
    list: async (
      caller: Caller,
      place: Omit<CrontabPlace, 'namespaceId'>,
      page: { page: number; rows: number },
    ): Promise<{ list: CrontabVersionRow[]; total: number }> => {
      await requireServer(caller, place.serverId)
      return store.list({ ...place, namespaceId: caller.namespaceId }, page)
    },
    content: async (caller: Caller, id: number): Promise<string> => {
      const found = await store.find(caller.namespaceId, id)
      if (!found) throw failed('this version is not there any more; load the list again')
      await requireServer(caller, found.serverId)
      return secrets.decrypt(found.content, PURPOSE)
    },
  }
}

type Versions = ReturnType<typeof createVersions>
type Open = (caller: Caller, serverId: number) => Promise<CrontabRemote>

const conflict = ({ raw, hash }: FoundCrontab) =>
  failed('this crontab was changed on the server meanwhile; compare both and decide which one is to stay', {
    conflict: { raw, hash },
  } satisfies CrontabConflict)

/** What changes a crontab. */
function changing(open: Open, versions: Versions) {
  return {
    save: async (caller: Caller, input: InputOf<typeof CrontabSave>): Promise<FoundCrontab> => {
      const { serverId, user = '', raw, hash, note } = input
      const remote = await open(caller, serverId)
      const before = await remote.read(user)
      if (before.hash !== hash) throw conflict(before)
      // Kept before anything is touched: whatever happens then, the old text is there.
      await versions.keepFound(caller, serverId, before)
      const installed = await remote.install(user, raw, before.listedHash)
      if (installed.kind === 'changed') throw conflict(await remote.read(user))
      if (installed.kind === 'refused') {
        const { output, lines } = installed
        throw failed(refusedText(output, before.user), { refusal: { output, lines } } satisfies CrontabRefusal)
      }
      await versions.keep(caller, { serverId, action: 'save', note, found: installed.found })
      return installed.found
    },
    backup: async (caller: Caller, { serverId, user = '', note }: Whose & { note?: string | undefined }) => {
      const found = await (await open(caller, serverId)).read(user)
      if (!found.exists) throw failed(`${found.user} has no crontab yet, so there is nothing to keep`)
      return versions.keep(caller, { serverId, action: 'backup', note, found })
    },
  }
}

/** Creates the rules about crontabs of servers. */
export function createCrontabService(
  platform: Platform,
  { servers, scripts }: { servers: ServerService; scripts: ScriptService },
): CrontabService {
  const { ssh } = platform
  const versions = createVersions(platform, servers)
  const open: Open = async ({ namespaceId }, serverId) =>
    crontabRemote(platform, await servers.target(namespaceId, serverId))

  return {
    host: async (caller, serverId) => (await open(caller, serverId)).host(),
    list: async (caller, { serverId, user = '' }) => (await open(caller, serverId)).read(user),
    ...changing(open, versions),
    versions: versions.list,
    version: versions.content,
    run: async (caller, { serverId, user = '', raw, line }) => {
      await open(caller, serverId)
      const wish = lineRun(raw, line, user)
      return scripts.start(caller, {
        ...{ kind: 'crontab', title: user, ...wish, serverIds: [serverId], hasVariables: false },
      })
    },
    follow: async (caller, { serverId, user = '', file, lines }, { signal, onText }) => {
      const { raw } = await (await open(caller, serverId)).read(user)
      const logs = readCrontab(raw).map((each) => (each.kind === 'entry' ? unwrapCommand(each.command).log : ''))
      if (!isPlainLogPath(file) || !logs.includes(file))
        throw failed(`no line of the crontab on the server writes ${file}; save the crontab first`)
      const target = await servers.target(caller.namespaceId, serverId)
      const script = quoteProgram(FOLLOW, [String(lines), file])
      let said = ''
      const onOutput = (chunk: Buffer, stream: 'stderr' | 'stdout') => {
        if (stream === 'stdout') return onText(chunk)
        said += chunk.toString('utf8')
        return undefined
      }
      const { state, reason, code } = await runOnServer(ssh, target, { script, signal, onOutput })
      if (state !== 'success' && state !== 'killed')
        throw failed(said.trim() || reason || `the log ended with exit code ${code}`)
    },
    system: async (caller, serverId) => (await open(caller, serverId)).system(),
  }
}

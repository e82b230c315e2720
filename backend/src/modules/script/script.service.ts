import type { InputOf } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract'
import type {
  ExecResult,
  KeptOutput,
  RunKind,
  ScriptRunList,
  ScriptStart,
} from '@windlass/shared-kit/contract/serverScript'
import { type Caller, holds } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import type { ServerService } from '../server/server.service.ts'
import type { TemplateService } from '../template/template.service.ts'
import { outputText } from './keptOutput.ts'
import { createRuns, type RunWish, type ServerOutcome } from './runs.ts'
import {
  createScriptRunStore,
  type RunCount,
  type RunRecord,
  type RunServerRecord,
  type RunSummary,
} from './scriptRun.store.ts'
import type { ServerOutput } from './serverRun.ts'

const UNKNOWN = 'this run is not there any more; load the list again'
const EMPTY: KeptOutput = { head: '', cut: 0, tail: '' }

/** A run with all that is known about it, its script in plain. */
export interface WholeRun {
  run: Omit<RunRecord, 'script'> & { script: string }
  servers: RunServerRecord[]
}

/** A page of the history. */
export interface RunPage {
  runs: RunSummary[]
  counts: RunCount[]
  total: number
}

/** What is run on servers: scripts of people and commands of sets. */
export interface ScriptService {
  /** Starts a script. @throws AppError when a server or a value cannot be used */
  startScript(caller: Caller, input: InputOf<typeof ScriptStart>): Promise<number>
  /** Starts what another module wants to be run, on servers the caller may use. */
  start(caller: Caller, wish: RunWish): Promise<number>
  /** Runs it to its end; a server that cannot be used is told in its result. */
  exec(caller: Caller, wish: RunWish): Promise<ExecResult[]>
  kill(caller: Caller, id: number, serverId?: number): Promise<void>
  list(caller: Caller, input: InputOf<typeof ScriptRunList>): Promise<RunPage>
  get(caller: Caller, id: number): Promise<WholeRun>
  output(caller: Caller, id: number, serverId: number): Promise<ServerOutput>
}

const PERMISSION_OF = {
  script: Permission.ShowServerScriptPage,
  process: Permission.ShowServerProcessPage,
  // Whoever may change a crontab may run anything as its user.
  crontab: Permission.EditCron,
} as const satisfies Record<RunKind, number>

const isKind = (kind: string): kind is RunKind => Object.hasOwn(PERMISSION_OF, kind)

function execResult({ serverId, state, output, reason }: ServerOutcome): ExecResult {
  const stderr = outputText(output.stderr)
  const gap = stderr === '' || stderr.endsWith('\n') ? '' : '\n'
  const told =
    state === 'timeout' ? ['it was ended because its time was up', reason].filter(Boolean).join('; ') : reason
  return {
    serverId,
    execRes: state === 'success',
    stdout: outputText(output.stdout),
    stderr: told === '' ? stderr : `${stderr}${gap}${told}`,
  }
}

/** Of a server that is not there for the caller, nothing is written down. */
const strangerResult = (serverId: number): ExecResult => ({
  ...{ serverId, execRes: false, stdout: '' },
  stderr: 'this server does not exist, or belongs to another namespace',
})

/** Creates the rules about what is run on servers. */
export function createScriptService(
  platform: Platform,
  { servers, templates }: { servers: ServerService; templates: TemplateService },
): ScriptService {
  const { secrets } = platform
  const store = createScriptRunStore(platform.db)
  const runs = createRuns(platform, servers, store)
  const require = async (caller: Caller, id: number): Promise<RunRecord> => {
    const run = await store.find(caller.namespaceId, id)
    if (!run || !isKind(run.kind) || !holds(caller, PERMISSION_OF[run.kind])) throw failed(UNKNOWN)
    return run
  }
  const start: ScriptService['start'] = async (caller, wish) => {
    // Refused as a whole before anything begins anywhere.
    await servers.targets(caller.namespaceId, [...new Set(wish.serverIds)])
    return (await runs.start(caller, wish)).id
  }
  const plain = (run: RunRecord, caller: Caller): WholeRun['run'] => {
    const script = secrets.decrypt(run.script, 'scriptRun.script')
    return { ...run, script: run.userId === caller.userId ? script : maskUrlCredentials(script) }
  }

  return {
    start,
    startScript: async (caller, { serverIds, script, templateId, values = {}, concurrency, seconds }) => {
      const filled = await templates.fill(caller, templateId, values)
      const wish = { kind: 'script', script, serverIds, hasVariables: true, concurrency, seconds } as const
      return start(caller, { ...wish, ...filled, ...(templateId !== undefined && { templateId }) })
    },
    exec: async (caller, wish) => {
      const names = await servers.names(caller.namespaceId, wish.serverIds)
      const ids = [...new Set(wish.serverIds)]
      const serverIds = ids.filter((id) => names.has(id))
      const strangers = ids.filter((id) => !names.has(id)).map(strangerResult)
      if (serverIds.length === 0) return strangers
      const { done } = await runs.start(caller, { ...wish, serverIds })
      return [...strangers, ...(await done).map(execResult)]
    },
    kill: async (caller, id, serverId) => {
      const { endTime } = await require(caller, id)
      if (endTime > 0) throw failed('this run has ended already')
      await runs.kill(id, serverId)
    },
    list: async (caller, { kind, isOwn = false, ...page }) => {
      if (!holds(caller, PERMISSION_OF[kind])) return { runs: [], counts: [], total: 0 }
      const filter = { kind, ...(isOwn && { userId: caller.userId }) }
      const { list: found, total } = await store.page(caller.namespaceId, filter, page)
      return { runs: found, counts: await store.counts(found.map(({ id }) => id)), total }
    },
    get: async (caller, id) => ({ run: plain(await require(caller, id), caller), servers: await store.servers(id) }),
    output: async (caller, id, serverId) => {
      await require(caller, id)
      const here = runs.output(id, serverId)
      if (here) return here
      const stored = await store.output(id, serverId)
      if (stored === undefined) throw failed(UNKNOWN)
      // Written by `serverRun.ts` only.
      return stored === '' ? { stdout: EMPTY, stderr: EMPTY } : (JSON.parse(stored) as ServerOutput)
    },
  }
}

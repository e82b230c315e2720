import { type RunKind, SCRIPT_CONCURRENCY, SCRIPT_OUTPUT_LENGTH } from '@windlass/shared-kit/contract/serverScript'
import type { Caller } from '../../platform/caller.ts'
import { everyHour } from '../../platform/everyHour.ts'
import { createLane } from '../../platform/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { repeat } from '../../platform/repeat.ts'
import type { ServerService } from '../server/server.service.ts'
import type { ServerEnd } from './runOnServer.ts'
import type { ScriptRunStore } from './scriptRun.store.ts'
import { createServerRun, type RunPlan, type ServerOutput, type ServerRun } from './serverRun.ts'

const KILL_TOPIC = 'script.kill'
const SAVE_MS = 2_000
const SEE_MS = 15_000
/** A run that its node has not spoken of for so long has lost it. */
const GONE_MS = 60_000
const DAY_MS = 24 * 3_600_000
const FIRST_LINE = 200
/** All that is kept of the output of one run, however many servers it has. */
const STORED_LENGTH = 32 * 1024 * 1024
const LEAST_STORED = 16 * 1024

/** What is to be run on which servers. */
export interface RunWish {
  kind: RunKind
  title: string
  script: string
  /** What people read in its place, when it is only the way in which something is run. */
  told?: string
  serverIds: readonly number[]
  templateId?: number
  hasVariables: boolean
  env?: Readonly<Record<string, string>>
  /** Values that nobody may read. */
  secrets?: readonly string[]
  /** As they may be read. */
  shown?: readonly { name: string; value: string }[]
  concurrency?: number | undefined
  seconds?: number | undefined
}

/** What came of it on one server. */
export interface ServerOutcome extends ServerEnd {
  serverId: number
  output: ServerOutput
}

/** Everything that is being run from this node. */
export interface Runs {
  /** Answers when it is written down; `done` brings the outcomes in the order in which servers ended. */
  start(caller: Caller, wish: RunWish): Promise<{ id: number; done: Promise<ServerOutcome[]> }>
  /** Ends a run wherever it goes on. */
  kill(runId: number, serverId?: number): Promise<void>
  /** What is said so far on a server, when it is run from here. */
  output(runId: number, serverId: number): ServerOutput | undefined
}

const firstLine = (script: string): string => {
  const line = script.split('\n').find((text) => text.trim() !== '' && !text.startsWith('#!')) ?? script
  return maskUrlCredentials(line.trim()).slice(0, FIRST_LINE)
}

/** Runs the servers of a plan side by side. */
async function runAll(serverRuns: readonly ServerRun[], concurrency: number): Promise<ServerOutcome[]> {
  const lane = createLane(concurrency)
  const outcomes: ServerOutcome[] = []
  await Promise.all(
    serverRuns.map((each) =>
      lane.run(async () => {
        const end = await each.run()
        outcomes.push({ ...end, serverId: each.serverId, output: each.output() })
      }),
    ),
  )
  return outcomes
}

type LiveRuns = Map<number, { serverRuns: readonly ServerRun[]; done: Promise<unknown> }>

/** Writes down now and then how runs go, tells the truth about those that nobody has any more, and ends all at a stop. */
function lookAfter(platform: Platform, live: LiveRuns, store: ScriptRunStore): void {
  const { env, database, onStart, onStop } = platform
  const every = (everyMs: number, what: string, run: () => Promise<unknown>) =>
    repeat(platform, { everyMs, problem: `cannot ${what}; trying again` }, run)
  const saveAll = () => Promise.all([...live.values()].flatMap(({ serverRuns }) => serverRuns.map((run) => run.save())))
  onStart(async () => {
    // An embedded database belongs to this process alone: whatever was running in it is left over.
    await store.closeLeft(database.engine === 'sqlite' ? Date.now() + 1 : Date.now() - GONE_MS)
  })
  onStop(async () => {
    const running = [...live.values()]
    for (const run of running.flatMap(({ serverRuns }) => serverRuns))
      run.end('the console was stopped, so it was ended')
    await Promise.all(running.map(({ done }) => done))
  })
  every(SAVE_MS, 'write down what scripts say', saveAll)
  every(SEE_MS, 'say that scripts go on', () => Promise.all([...live.keys()].map((id) => store.see(id))))
  every(GONE_MS, 'look for scripts that were left', () => store.closeLeft(Date.now() - GONE_MS))
  everyHour(platform, 'remove old runs of scripts', () => store.removeOld(Date.now() - env.SCRIPT_RUN_DAYS * DAY_MS))
}

/** Creates the place where runs live while they go on. */
export function createRuns(platform: Platform, servers: ServerService, store: ScriptRunStore): Runs {
  const { env, bus, secrets, log } = platform
  const live: LiveRuns = new Map()
  lookAfter(platform, live, store)
  bus.subscribe<{ runId: number; serverId?: number }>(KILL_TOPIC, ({ runId, serverId }) => {
    for (const serverRun of live.get(runId)?.serverRuns ?? []) {
      if (serverId === undefined || serverRun.serverId === serverId) serverRun.end()
    }
  })

  const write = async (caller: Caller, wish: RunWish, ids: readonly number[], plan: Pick<RunPlan, 'seconds'>) => {
    const names = await servers.names(caller.namespaceId, ids)
    const now = Date.now()
    const told = wish.told ?? wish.script
    const run = {
      ...{ namespaceId: caller.namespaceId, userId: caller.userId, userName: caller.name, kind: wish.kind },
      ...{ title: wish.title, templateId: wish.templateId ?? 0, firstLine: firstLine(told), ...plan },
      script: secrets.encrypt(told, 'scriptRun.script'),
      parameters: JSON.stringify(wish.shown ?? []),
      concurrency: wish.concurrency ?? SCRIPT_CONCURRENCY,
      ...{ seenTime: now, startTime: now },
    }
    return store.add(
      run,
      ids.map((serverId) => ({ serverId, serverName: names.get(serverId) ?? '' })),
    )
  }

  return {
    start: async (caller, wish) => {
      const ids = [...new Set(wish.serverIds)]
      const seconds = wish.seconds ?? env.SCRIPT_RUN_MINUTES * 60
      const id = await write(caller, wish, ids, { seconds })
      const plan: RunPlan = {
        ...{ id, namespaceId: caller.namespaceId, userId: caller.userId, script: wish.script, seconds },
        ...{ hasVariables: wish.hasVariables, env: wish.env ?? {}, secrets: wish.secrets ?? [] },
        storedLength: Math.min(
          SCRIPT_OUTPUT_LENGTH,
          Math.max(LEAST_STORED, Math.floor(STORED_LENGTH / ids.length / 2)),
        ),
      }
      const serverRuns = ids.map((serverId) =>
        createServerRun(platform, store, plan, serverId, () => servers.target(caller.namespaceId, serverId)),
      )
      const done = runAll(serverRuns, wish.concurrency ?? SCRIPT_CONCURRENCY).finally(async () => {
        live.delete(id)
        await store.end(id)
      })
      live.set(id, { serverRuns, done })
      // Whoever waits for it hears of a failure too; whoever does not must not bring the process down.
      done.catch((error: unknown) => log.error({ err: error, runId: id }, 'a run of a script was not written down'))
      return { id, done }
    },
    kill: (runId, serverId) => bus.publish(KILL_TOPIC, { runId, ...(serverId !== undefined && { serverId }) }),
    output: (runId, serverId) =>
      live
        .get(runId)
        ?.serverRuns.find((serverRun) => serverRun.serverId === serverId)
        ?.output(),
  }
}

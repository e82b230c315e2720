import {
  RUN_KINDS,
  RUN_STATES,
  type RunKind,
  type RunState,
  ScriptExec,
  ScriptRunGet,
  ScriptRunKill,
  ScriptRunList,
  ScriptRunOutput,
  type ScriptRunRow,
  ScriptStart,
} from '@windlass/shared-kit/contract/serverScript'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ServerService } from '../server/server.service.ts'
import type { TemplateService } from '../template/template.service.ts'
import { createScriptService, type ScriptService } from './script.service.ts'
import type { RunCount, RunSummary } from './scriptRun.store.ts'

const timeOf = (time: number) => (time === 0 ? '' : formatTimestamp(time))

const stateOf = (word: string): RunState => RUN_STATES.find((state) => state === word) ?? 'interrupted'
const kindOf = (word: string): RunKind => RUN_KINDS.find((kind) => kind === word) ?? 'script'

const statesOf = (counts: readonly Pick<RunCount, 'count' | 'state'>[]): ScriptRunRow['states'] =>
  Object.fromEntries(counts.map(({ state, count }) => [stateOf(state), count]))

const runRow = (
  { id, kind, title, firstLine, userId, userName, startTime, endTime }: RunSummary,
  counts: readonly Pick<RunCount, 'count' | 'state'>[],
): ScriptRunRow => ({
  ...{ id, title, firstLine, userId, userName, kind: kindOf(kind), states: statesOf(counts) },
  ...{ startTime: timeOf(startTime), endTime: timeOf(endTime) },
})

/** Scripts on servers, their live runs and their history. */
export function scriptModule(
  platform: Platform,
  services: { servers: ServerService; templates: TemplateService },
): ScriptService {
  const { mount } = platform
  const scripts = createScriptService(platform, services)

  mount(ScriptExec, ({ serverIds, script }, caller) =>
    scripts.exec(caller, { kind: 'script', title: '', script, serverIds, hasVariables: true }),
  )
  mount(ScriptStart, async (input, caller) => ({ id: await scripts.startScript(caller, input) }))
  mount(ScriptRunKill, async ({ id, serverId }, caller) => {
    await scripts.kill(caller, id, serverId)
    return null
  })
  mount(ScriptRunList, async (input, caller) => {
    const { runs, counts, total } = await scripts.list(caller, input)
    return {
      list: runs.map((run) =>
        runRow(
          run,
          counts.filter(({ runId }) => runId === run.id),
        ),
      ),
      pagination: { page: input.page, rows: input.rows, total },
    }
  })
  mount(ScriptRunGet, async ({ id }, caller) => {
    const { run, servers } = await scripts.get(caller, id)
    const counts = [...Map.groupBy(servers, ({ state }) => state)].map(([state, all]) => ({ state, count: all.length }))
    return {
      ...runRow(run, counts),
      ...{ script: run.script, templateId: run.templateId, concurrency: run.concurrency, seconds: run.seconds },
      values: run.parameters === '' ? [] : JSON.parse(run.parameters),
      servers: servers.map((server) => ({
        ...{ ...server, state: stateOf(server.state) },
        ...{ startTime: timeOf(server.startTime), endTime: timeOf(server.endTime) },
      })),
    }
  })
  mount(ScriptRunOutput, ({ id, serverId }, caller) => scripts.output(caller, id, serverId))
  return scripts
}

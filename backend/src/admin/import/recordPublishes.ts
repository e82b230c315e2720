import { TraceType } from '@windlass/shared-kit/contract'
import { BLANK_PROJECT } from '@windlass/shared-kit/contract/project'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { PublishTable, PublishTraceTable } from '../../platform/publishSchema.ts'
import { cutText } from './fieldReader.ts'

/** Stages that are read at once. */
const BATCH = 1000
const [COMMIT_LIMIT, BRANCH_LIMIT] = [64, 300]
/** The last moment that JavaScript knows, in seconds. */
const LAST_SECOND = 8_640_000_000_000
/** Stands for the node of a deploy that ran elsewhere. */
const NODE = 'imported'

type Trace = Selectable<PublishTraceTable>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '␀') : '')

/** Milliseconds; 0 for what is no moment. */
const timeOf = (value: unknown): number => {
  const seconds = Number(value)
  return Math.abs(seconds) <= LAST_SECOND ? Math.trunc(seconds) * 1000 : 0
}

/** What stands there comes from elsewhere and may be anything. */
function commitOf(stages: readonly Trace[]): { commit: object; text: string } {
  const pull = stages.find(({ type }) => type === TraceType.Pull)
  try {
    const commit: unknown = JSON.parse(pull?.ext || '{}')
    return typeof commit === 'object' && commit !== null ? { commit, text: pull?.ext ?? '' } : { commit: {}, text: '' }
  } catch {
    // The stage failed, and what stands there is no commit.
    return { commit: {}, text: '' }
  }
}

/** A deploy as the history shows it, from its stages. */
function publishOf(token: string, stages: readonly Trace[]): Insertable<PublishTable> | undefined {
  const [first] = stages
  if (!first) return undefined
  const failure = stages.find(({ state }) => state === 0)
  const { commit, text } = commitOf(stages)
  const [branch, commitId] = [textOf(Reflect.get(commit, 'branch')), textOf(Reflect.get(commit, 'commit'))]
  const request = { commit: commitId, branch, serverIds: [], script: BLANK_PROJECT.script }
  return {
    token,
    namespaceId: first.namespaceId,
    projectId: first.projectId,
    kind: 'publish',
    state: failure ? 'failed' : 'success',
    publisherId: first.publisherId,
    publisherName: first.publisherName,
    request: JSON.stringify(request),
    commitInfo: text,
    commitId: cutText(commitId, COMMIT_LIMIT),
    commitBranch: cutText(branch, BRANCH_LIMIT),
    commitTime: timeOf(Reflect.get(commit, 'timestamp')),
    reason: failure?.detail ?? '',
    node: NODE,
    insertTime: Math.min(...stages.map((stage) => stage.insertTime)),
    updateTime: Math.max(...stages.map((stage) => stage.updateTime)),
  }
}

/** Makes the deploys whose stages were imported visible in the history of their projects. */
export async function recordPublishes(db: Db): Promise<void> {
  let lastId = 0
  for (;;) {
    const found = await db
      .selectFrom('publishTrace')
      .select(['id', 'token'])
      .where('id', '>', lastId)
      .where('projectId', '>', 0)
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('publish').select('id').whereRef('publish.token', '=', 'publishTrace.token')),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (found.length === 0) return
    lastId = found.at(-1)?.id ?? lastId
    const tokens = [...new Set(found.map(({ token }) => token))]
    const traces: Trace[] = await db
      .selectFrom('publishTrace')
      .selectAll()
      .where('token', 'in', tokens)
      .orderBy('id')
      .execute()
    const byToken = Map.groupBy(traces, ({ token }) => token)
    const rows = tokens.flatMap((token) => publishOf(token, byToken.get(token) ?? []) ?? [])
    await db.insertInto('publish').values(rows).execute()
  }
}

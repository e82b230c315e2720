import { DeployState } from '@windlass/shared-kit/contract'
import type { DeployStage } from '@windlass/shared-kit/contract/deploy'
import type { DeployTrigger } from '@windlass/shared-kit/contract/deployPolicy'
import type { ProjectScript } from '@windlass/shared-kit/contract/project'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { PublishTable } from '../../platform/publishSchema.ts'

export type PublishRecord = Selectable<PublishTable>
export type PublishKind = 'publish' | 'rollback'
export type EndState = 'success' | 'failed' | 'cancelled' | 'interrupted'
export const LIVE_STATES: readonly string[] = ['queued', 'running']

/** What a deploy was asked to do, as it stood when the button was pressed. */
export interface DeployRequest {
  commit: string
  branch: string
  /** In the order in which they were bound. */
  serverIds: number[]
  script: ProjectScript
  /** The release a rollback goes back to. */
  releaseToken?: string
  /** Servers that go back to what they had before a deploy: its token, and by server the directory that was live. */
  undo?: { token: string; before: Record<string, string> }
  /** The files come from this deploy's artefact instead of the repository. */
  artefact?: { token: string; projectName: string }
}

export type PublishStore = ReturnType<typeof createPublishStore>

/** Enough to see what is wrong; the page of the deploy has all of it. */
const FAILURE_LENGTH = 1000
const NO_RESULT_YET = ['queued', 'running']

/** What a deploy is asked to do, read back. */
export const readRequest = (row: Pick<PublishRecord, 'request'>): DeployRequest =>
  JSON.parse(row.request) as DeployRequest

const commitColumns = (commit: CommitInfo) => ({
  commitInfo: JSON.stringify(commit),
  commitId: commit.commit,
  commitBranch: commit.branch,
  commitTime: commit.timestamp * 1000,
})

/** What is asked about deploys. */
const readers = (db: Db) => {
  return {
    find: (token: string) => db.selectFrom('publish').selectAll().where('token', '=', token).executeTakeFirst(),

    ofProject: (projectId: number, token: string) =>
      db
        .selectFrom('publish')
        .selectAll()
        .where('token', '=', token)
        .where('projectId', '=', projectId)
        .executeTakeFirst(),

    /** Successful deploys of a project, the latest first; those that only went back are not among them. */
    successes: (projectId: number, limit: number) =>
      db
        .selectFrom('publish')
        .selectAll()
        .where('projectId', '=', projectId)
        .where('kind', '=', 'publish')
        .where('state', '=', 'success')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}

/** What is asked about several projects at once. */
const boardReaders = (db: Db) => {
  return {
    /** Why the latest deploy of a project failed, for those whose latest deploy did. */
    failures: async (namespaceId: number): Promise<ReadonlyMap<number, string>> => {
      const rows = await db
        .selectFrom('project')
        .innerJoin('publish', 'publish.token', 'project.lastPublishToken')
        .select(['project.id', 'publish.reason'])
        .where('project.namespaceId', '=', namespaceId)
        .where('project.deployState', '=', DeployState.Failed)
        .execute()
      return new Map(rows.map(({ id, reason }) => [id, reason.slice(0, FAILURE_LENGTH)]))
    },

    /** The id of the commit that the servers run, for each of the projects that had a successful deploy. */
    liveCommits: async (projectIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      if (projectIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('publish')
        .select(['projectId', 'commitId'])
        .where('id', 'in', (query) =>
          query
            .selectFrom('publish')
            .select(({ fn }) => fn.max('id').as('id'))
            .where('projectId', 'in', projectIds)
            .where('state', '=', 'success')
            .groupBy('projectId'),
        )
        .execute()
      return new Map(rows.map((row) => [row.projectId, row.commitId]))
    },

    /** The latest successful deploy of a project, one that went back included. */
    latestSuccess: (projectId: number) =>
      db
        .selectFrom('publish')
        .select('token')
        .where('projectId', '=', projectId)
        .where('state', '=', 'success')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The latest commit that went to servers, for each of the projects. */
    lastCommits: async (projectIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      if (projectIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('publish')
        .select(['projectId', 'commitInfo'])
        .where('id', 'in', (query) =>
          query
            .selectFrom('publish')
            .select(({ fn }) => fn.max('id').as('id'))
            .where('projectId', 'in', projectIds)
            .where('commitInfo', '!=', '')
            .groupBy('projectId'),
        )
        .execute()
      return new Map(rows.map((row) => [row.projectId, row.commitInfo]))
    },
  }
}

/** What is asked about the deploys that wait, run, or ran last. */
const queueReaders = (db: Db) => {
  return {
    live: (projectId: number) =>
      db
        .selectFrom('publish')
        .selectAll()
        .where('projectId', '=', projectId)
        .where('state', 'in', NO_RESULT_YET)
        .orderBy('id')
        .execute(),

    /** Everything that waits or runs, oldest first: the queue as people see it. */
    queue: () =>
      db
        .selectFrom('publish')
        .select(['projectId', 'state', 'stage', 'token'])
        .where('state', 'in', NO_RESULT_YET)
        .orderBy('id')
        .execute(),

    /** Tokens of the deploys whose files are wanted by deploys that wait or run. */
    artefactsInUse: async (): Promise<string[]> => {
      const rows = await db.selectFrom('publish').select('request').where('state', 'in', NO_RESULT_YET).execute()
      return rows.flatMap((row) => readRequest(row).artefact?.token ?? [])
    },

    /** The latest deploy of a project that reached a node. */
    latest: (projectId: number) =>
      db
        .selectFrom('publish')
        .selectAll()
        .where('projectId', '=', projectId)
        .where('node', '!=', '')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
  }
}

/** What people do to deploys. */
const orders = (db: Db) => {
  return {
    insert: (
      values: Pick<PublishRecord, 'token' | 'namespaceId' | 'projectId' | 'publisherId' | 'publisherName'> & {
        kind: PublishKind
        request: DeployRequest
        trigger: DeployTrigger
        overrideReason: string
        commit?: CommitInfo | undefined
      },
    ) => {
      const now = Date.now()
      const { commit, ...rest } = values
      const request = JSON.stringify(values.request)
      return db
        .insertInto('publish')
        .values({
          ...rest,
          ...(commit && commitColumns(commit)),
          request,
          state: 'queued',
          stage: 'queue',
          insertTime: now,
          updateTime: now,
        })
        .execute()
    },

    /** Ends a deploy that has not started. */
    endQueued: async (token: string, by: string, reason: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('publish')
        .set({ state: 'cancelled', cancelledBy: by, reason, stage: '', updateTime: Date.now() })
        .where('token', '=', token)
        .where('state', '=', 'queued')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    markCancelled: (token: string, by: string) =>
      db
        .updateTable('publish')
        .set({ cancelledBy: by })
        .where('token', '=', token)
        .where('state', '=', 'running')
        .execute(),
  }
}

/** What the node that runs a deploy writes; a node that lost it to another one writes nothing. */
const owners = (db: Db) => {
  const mine = (token: string, node: string) =>
    db.updateTable('publish').where('token', '=', token).where('node', '=', node).where('state', '=', 'running')

  return {
    /** Takes a waiting deploy, or one whose node died, for this node. */
    claim: async (token: string, node: string): Promise<PublishRecord | undefined> =>
      db
        .updateTable('publish')
        .set({ state: 'running', node, updateTime: Date.now() })
        .where('token', '=', token)
        .where('state', 'in', NO_RESULT_YET)
        .returningAll()
        .executeTakeFirst(),

    setStage: async (token: string, node: string, stage: DeployStage): Promise<boolean> =>
      (await mine(token, node).set({ stage, updateTime: Date.now() }).executeTakeFirst()).numUpdatedRows > 0n,

    setCommit: (token: string, node: string, commit: CommitInfo) =>
      mine(token, node).set(commitColumns(commit)).execute(),

    setProgress: (token: string, node: string, progress: string) => mine(token, node).set({ progress }).execute(),

    /** False when another node has taken the deploy over and will say how it ended. */
    end: async (token: string, node: string, state: EndState, reason: string): Promise<boolean> => {
      const { numUpdatedRows } = await mine(token, node)
        .set({ state, reason, stage: '', updateTime: Date.now() })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** The deploys themselves: one row from the press of the button to the end. */
export const createPublishStore = (db: Db) => ({
  ...readers(db),
  ...boardReaders(db),
  ...queueReaders(db),
  ...orders(db),
  ...owners(db),
})

/** Where the project stands, as the deploys say that are there. Takes the lock of the project's row. */
export async function settleProject(db: Db, projectId: number): Promise<void> {
  const rows = await db
    .selectFrom('publish')
    .select(['token', 'state', 'node', 'publisherId', 'publisherName'])
    .where('projectId', '=', projectId)
    // One that was cancelled while it waited changed nothing.
    .where((where) => where.or([where('state', 'in', NO_RESULT_YET), where('node', '!=', '')]))
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  const [latest] = rows
  const stateOf = (state: string) => {
    if (LIVE_STATES.includes(state)) return DeployState.Deploying
    return state === 'success' ? DeployState.Success : DeployState.Failed
  }
  const values = latest
    ? {
        deployState: stateOf(latest.state),
        lastPublishToken: latest.token,
        publisherId: latest.publisherId,
        publisherName: latest.publisherName,
      }
    : { deployState: DeployState.NotDeployed, lastPublishToken: '' }
  await db
    .updateTable('project')
    .set({ ...values, updateTime: Date.now() })
    .where('id', '=', projectId)
    .execute()
}

import { Permission } from '@windlass/shared-kit/contract'
import type { DeployRelease } from '@windlass/shared-kit/contract/deploy'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { BoundServer, ProjectInPlain } from '../project/project.service.ts'
import type { DeployService } from './deploy.service.ts'
import type { DeployWish } from './deployHooks.ts'
import type { DeployParts } from './deployParts.ts'
import {
  createPublishStore,
  type DeployRequest,
  type PublishRecord,
  type PublishStore,
  readRequest,
} from './publish.store.ts'
import { type KeptReleases, listReleases } from './release.ts'

/** What can be gone back to, and going back. */
export interface ReleaseService {
  list(caller: Caller, projectId: number): Promise<DeployRelease[]>
  rebuild(caller: Caller, projectId: number, token: string): Promise<{ type: 'symlink' | 'publish'; token: string }>
  /** Queues the same without waiting; answers the deploy that goes back. */
  begin(caller: Caller, projectId: number, token: string, claim?: Claim): Promise<GoingBack>
  /** The latest deploy that succeeded, one that went back included; "" when there is none. */
  latest(projectId: number): Promise<string>
}

interface GoingBack {
  type: 'symlink' | 'publish'
  token: string
}

type Claim = DeployWish['claim']

interface Look {
  server: BoundServer
  kept: KeptReleases | undefined
}

const SHOWN = 50
const LOOK_MS = 8_000
const ROLLBACK_MS = 3_600_000

const commitOf = (row: PublishRecord): CommitInfo | undefined =>
  row.commitInfo === '' ? undefined : (JSON.parse(row.commitInfo) as CommitInfo)

type Tools = Pick<Platform, 'ssh' | 'log'> & DeployParts & { store: PublishStore; deploys: DeployService }

/** Asks every server at once what it holds; one that does not answer holds nothing as far as we know. */
const look = async ({ projects, servers, ssh, log }: Tools, project: ProjectInPlain): Promise<Look[]> =>
  Promise.all(
    (await projects.servers(project.id)).map(async (server) => {
      if (project.symlinkPath === '') return { server, kept: undefined }
      try {
        const target = await servers.target(project.namespaceId, server.id)
        const late = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(failed('no answer in time')), LOOK_MS).unref()
        })
        return { server, kept: await Promise.race([listReleases(ssh, target, project), late]) }
      } catch (error) {
        log.info({ err: error, server: server.id }, 'cannot look at the releases of a server')
        return { server, kept: undefined }
      }
    }),
  )

const releaseRow = (row: PublishRecord, looks: readonly Look[], isLive: boolean): DeployRelease => {
  const commit = commitOf(row)
  return {
    token: row.token,
    commit: row.commitId,
    branch: row.commitBranch,
    isLive,
    message: commit?.message ?? '',
    author: commit?.author ?? '',
    publishTime: formatTimestamp(row.insertTime),
    publisherName: row.publisherName,
    servers: looks.map(({ server, kept }) => ({
      serverId: server.id,
      serverName: server.name,
      hasRelease: kept?.tokens.includes(row.token) ?? false,
    })),
  }
}

const describeKept = async ({ store }: Tools, project: ProjectInPlain, looks: readonly Look[]): Promise<string> => {
  const rows = await store.successes(project.id, SHOWN)
  const there = rows.filter((row) => looks.some(({ kept }) => kept?.tokens.includes(row.token)))
  if (there.length === 0) return 'no release is kept on the servers'
  return `kept are: ${there.map((row) => `${row.token} (${row.commitId.slice(0, 7)})`).join(', ')}`
}

const refuseWhileLive = async ({ store }: Tools, projectId: number): Promise<void> => {
  const [live] = await store.live(projectId)
  if (live) throw failed(`already deploying by ${live.publisherName}; cancel that or wait for its end`)
}

/** Queues the way back by the link. */
async function goBack(
  { projects, deploys }: Tools,
  { caller, project, row, claim }: { caller: Caller; project: ProjectInPlain; row: PublishRecord; claim: Claim },
): Promise<string> {
  const request: DeployRequest = {
    ...readRequest(row),
    commit: row.commitId,
    branch: row.commitBranch,
    serverIds: (await projects.servers(project.id)).map(({ id }) => id),
    releaseToken: row.token,
  }
  const order = { kind: 'rollback' as const, request, trigger: 'rollback' as const, overrideReason: '' }
  return deploys.enqueue(caller, project, { ...order, commit: commitOf(row) }, { claim })
}

/** Queues the way back: by the link where the release is still there, else by deploying its commit again. */
async function begin(
  tools: Tools,
  { caller, projectId, token, claim }: { caller: Caller; projectId: number; token: string; claim: Claim },
): Promise<GoingBack> {
  const { projects, repositories, store, deploys } = tools
  const project = await projects.require(caller, projectId, Permission.GetAllDeployList)
  const row = await store.ofProject(projectId, token)
  if (!row) throw failed('No deploy record')
  const original = row.kind === 'rollback' ? await store.ofProject(projectId, readRequest(row).releaseToken ?? '') : row
  if (!original) throw failed('No deploy record')
  await refuseWhileLive(tools, projectId)
  const looks = await look(tools, project)
  const isThere = looks.length > 0 && looks.every(({ kept }) => kept?.tokens.includes(original.token))
  if (project.symlinkPath !== '' && isThere && original.state === 'success') {
    return { type: 'symlink', token: await goBack(tools, { caller, project, row: original, claim }) }
  }
  if (!repositories.canGoBack(project.repoType) || original.commitId === '') {
    throw failed(
      `the release is not on the servers any more and cannot be made again; ${await describeKept(tools, project, looks)}`,
    )
  }
  const { script, artefact } = readRequest(original)
  const serverIds = (await projects.servers(projectId)).map(({ id }) => id)
  const same = { commit: original.commitId, branch: original.commitBranch, serverIds, script }
  // What was promoted has no build of its own to repeat.
  const request = artefact ? { ...same, artefact } : same
  const order = { kind: 'publish' as const, request, trigger: 'rollback' as const, overrideReason: '' }
  return { type: 'publish', token: await deploys.enqueue(caller, project, order, { claim }) }
}

/** Creates the rules about going back. */
export function createReleaseService(platform: Platform, parts: DeployParts, deploys: DeployService): ReleaseService {
  const { db, ssh, log } = platform
  const { projects } = parts
  const store = createPublishStore(db)
  const tools: Tools = { ...parts, ssh, log, store, deploys }

  return {
    latest: async (projectId) => (await store.latestSuccess(projectId))?.token ?? '',
    begin: (caller, projectId, token, claim) => begin(tools, { caller, projectId, token, claim }),

    list: async (caller, projectId) => {
      const project = await projects.require(caller, projectId, Permission.GetAllDeployList)
      const [looks, rows] = await Promise.all([look(tools, project), store.successes(projectId, SHOWN)])
      const newest = rows[0]?.token
      const isLive = (token: string) =>
        project.symlinkPath === '' ? token === newest : looks.some(({ kept }) => kept?.live === token)
      return rows.map((row) => releaseRow(row, looks, isLive(row.token)))
    },

    rebuild: async (caller, projectId, token) => {
      const begun = await begin(tools, { caller, projectId, token, claim: undefined })
      if (begun.type === 'publish') return begun
      // Existing clients take the answer for the outcome.
      const end = await deploys.ended(begun.token, ROLLBACK_MS)
      if (end?.state !== 'success') throw failed(end?.reason || 'the rollback has not ended yet; look at its log')
      return { type: 'symlink', token }
    },
  }
}

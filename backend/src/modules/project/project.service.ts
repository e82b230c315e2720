import { randomBytes } from 'node:crypto'
import { Permission, type PermissionId, State } from '@windlass/shared-kit/contract'
import { type DeployPolicy, PLAIN_POLICY } from '@windlass/shared-kit/contract/deployPolicy'
import type { Project, ProjectServer, ProjectUser } from '@windlass/shared-kit/contract/project'
import { type Caller, holds } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import { visibleTarget } from '../notification/noticeTarget.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { isOnDisk, isSameRepository } from '../repository/repositoryAddress.ts'
import { createProjectStore, type ProjectRecord, type BoundServer as StoredServer } from './project.store.ts'
import { type CheckedProject, checkProject, type ProjectInput } from './projectInput.ts'
import { checkPolicy, readPolicy } from './projectPolicy.ts'
import { projectRow, projectServerRow, projectUserRow, visibleUrl, WRITERS } from './projectRow.ts'

const URL_PURPOSE = 'project.url'
const TARGET_PURPOSE = 'project.notifyTarget'
/** How what `encrypt` made begins; a row from before targets were encrypted holds an address or nothing. */
const ENCRYPTED = /^v1\./
const SECRET_PURPOSE = 'project.webhookSecret'
const SECRET_BYTES = 24
const UNKNOWN = 'this project does not exist any more; load the list again'

/** A project with its address in plain, for those who work with its repository. */
export interface ProjectInPlain extends ProjectRecord {
  url: string
}

/** A project as a code host names it. */
export interface HookedProject {
  project: ProjectInPlain
  isEnabled: boolean
  secret: string
}

/** A server a project deploys to, without anything to sign in with. */
export type BoundServer = StoredServer

/** Projects: who may see them, what may be saved about them. */
export interface ProjectService {
  list(caller: Caller): Promise<Project[]>
  labels(caller: Caller): Promise<string[]>
  serverRows(caller: Caller, id: number): Promise<ProjectServer[]>
  userRows(caller: Caller, id: number): Promise<ProjectUser[]>
  /** Creates a project and answers its id; `isTrusted` lets the address be a local path whoever calls. */
  add(caller: Caller, input: ProjectInput, isTrusted?: boolean): Promise<number>
  edit(caller: Caller, id: number, input: ProjectInput): Promise<void>
  setAutoDeploy(caller: Caller, id: number, autoDeploy: number): Promise<void>
  /** The project of any namespace, removed or not, with what its pushes are signed with; "" when nothing is checked. */
  hooked(id: number): Promise<HookedProject | undefined>
  /** Replaces what pushes are signed with by a new secret, or by none. Answers it. */
  changeWebhookSecret(caller: Caller, id: number, action: 'generate' | 'remove'): Promise<string>
  /** Refuses while a deploy of it waits or runs. */
  requireIdle(id: number): Promise<void>
  /** Refused while a deploy of it waits or runs. */
  remove(caller: Caller, id: number): Promise<void>
  /** Refuses an address that this person may not make the console read. */
  requireAddress(caller: Caller, repoType: string, url: string): void
  /**
   * The project, when the caller sees every project of its kind (`seesAll`) or is bound to it.
   * @throws AppError that does not tell a foreign project from one that does not exist
   */
  require(caller: Caller, id: number, seesAll: PermissionId): Promise<ProjectInPlain>
  /** The same for what both areas show: whoever sees all projects in one of them, or is bound to this one. */
  requireAnywhere(caller: Caller, id: number): Promise<ProjectInPlain>
  /** Tidies up what belonged to a project, after it was removed. */
  onRemove(run: (id: number) => Promise<void>): void
  /** The project of a namespace for work in the background; undefined when it was removed. */
  find(namespaceId: number, id: number): Promise<ProjectInPlain | undefined>
  /** How many enabled servers each of the projects has. */
  serverCounts(ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Its enabled servers, in the order in which they were bound. */
  servers(id: number, trx?: Db): Promise<BoundServer[]>
  userIds(id: number): Promise<number[]>
  /** Projects of the namespace the caller may see on the deploy board. */
  board(caller: Caller): Promise<ProjectInPlain[]>
}

async function requireIdle(store: ReturnType<typeof createProjectStore>, id: number): Promise<void> {
  const live = await store.liveDeploy(id)
  if (live) throw failed(`${live.publisherName} is deploying this project; cancel that first`)
}

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

const distinct = (ids: readonly number[] = []) => [...new Set(ids)]

async function bind(trx: Db, namespaceId: number, projectId: number, input: ProjectInput): Promise<void> {
  const store = createProjectStore(trx)
  const serverIds = distinct(input.serverIds)
  const userIds = distinct(input.userIds)
  const servers = await store.usableServers(namespaceId, serverIds)
  const members = await store.members(namespaceId, userIds)
  const noServer = serverIds.filter((id) => !servers.includes(id))
  if (noServer.length > 0) throw failed(`server ${noServer.join(', ')} is not there for this namespace, or is disabled`)
  const noMember = userIds.filter((id) => !members.includes(id))
  if (noMember.length > 0) throw failed(`user ${noMember.join(', ')} is not a member of this namespace`)
  await store.replaceServers(projectId, serverIds)
  await store.replaceUsers(projectId, userIds)
}

/** What stands on the disk of the console is not for everybody who may edit a project. */
const requireAddress = (caller: Caller, repoType: string, url: string) => {
  if (isOnDisk(repoType, url) && !caller.isSuperManager) {
    throw denied('only a super manager may use a repository on the disk of the console; use ssh:// or https://')
  }
}

type Tools = Pick<Platform, 'db' | 'secrets'>

const plainReader =
  ({ secrets }: Tools) =>
  (row: ProjectRecord): ProjectInPlain => ({
    ...row,
    url: secrets.decrypt(row.url, URL_PURPOSE),
    notifyTarget: ENCRYPTED.test(row.notifyTarget)
      ? secrets.decrypt(row.notifyTarget, TARGET_PURPOSE)
      : row.notifyTarget,
  })

function createRequire(tools: Tools): ProjectService['require'] {
  const store = createProjectStore(tools.db)
  const inPlain = plainReader(tools)
  return async (caller: Caller, id: number, seesAll: PermissionId) => {
    const row = await store.find(caller.namespaceId, id)
    if (!row) throw failed(UNKNOWN)
    if (!holds(caller, seesAll) && !(await store.isBound(id, caller.userId))) throw lacking(caller, seesAll)
    return inPlain(row)
  }
}

function createReading(tools: Tools) {
  const { db } = tools
  const store = createProjectStore(db)
  const inPlain = plainReader(tools)
  const require = createRequire(tools)

  const visible = (caller: Caller, seesAll: PermissionId) =>
    holds(caller, seesAll) ? store.list(caller.namespaceId) : store.listBound(caller.namespaceId, caller.userId)

  /** Both areas look at bindings: whoever sees all projects in one of them sees all bindings. */
  const requireAnywhere = (caller: Caller, id: number) =>
    require(caller, id, holds(caller, Permission.GetAllDeployList)
      ? Permission.GetAllDeployList
      : Permission.GetAllProjectList)

  return {
    require,
    requireAnywhere,

    list: async (caller: Caller) =>
      (await visible(caller, Permission.GetAllProjectList)).map(inPlain).map((row) => ({
        ...projectRow(row, visibleUrl(row.url, caller)),
        notifyTarget: visibleTarget(caller, WRITERS, {
          type: row.notifyType,
          target: row.notifyTarget,
        }),
      })),

    labels: async (caller: Caller) => {
      const rows = holds(caller, Permission.GetAllDeployList)
        ? await store.list(caller.namespaceId)
        : await visible(caller, Permission.GetAllProjectList)
      const labels = rows.flatMap((row) => row.label.split(',')).filter((label) => label !== '')
      return [...new Set(labels)].sort((one, other) => one.localeCompare(other))
    },

    serverRows: async (caller: Caller, id: number) => {
      await requireAnywhere(caller, id)
      return (await store.servers(id)).map((row) => projectServerRow(id, row))
    },

    userRows: async (caller: Caller, id: number) => {
      await requireAnywhere(caller, id)
      return (await store.users(id)).map((row) => projectUserRow(id, row))
    },

    hooked: async (id: number): Promise<HookedProject | undefined> => {
      const row = await store.findAnywhere(id)
      if (!row) return undefined
      const secret = tools.secrets.decrypt(row.webhookSecret, SECRET_PURPOSE)
      return { project: inPlain(row), isEnabled: row.state === State.Enabled, secret }
    },

    find: async (namespaceId: number, id: number) => {
      const row = await store.find(namespaceId, id)
      return row && inPlain(row)
    },
    serverCounts: (ids: readonly number[]) => store.serverCounts(ids),
    servers: (id: number, trx: Db = db) => createProjectStore(trx).servers(id),
    userIds: async (id: number) => (await store.users(id)).map((user) => user.id),
    board: async (caller: Caller) => (await visible(caller, Permission.GetAllDeployList)).map(inPlain),
  }
}

/** What is stored of a project, with what opens something encrypted. */
const columnsFor =
  ({ secrets }: Tools) =>
  ({ reviewURL, script, url, notifyTarget, ...rest }: CheckedProject, policy: DeployPolicy) => ({
    ...rest,
    policy: JSON.stringify(policy),
    reviewUrl: reviewURL,
    script: JSON.stringify(script),
    url: secrets.encrypt(url, URL_PURPOSE),
    notifyTarget: secrets.encrypt(notifyTarget, TARGET_PURPOSE),
  })

function createChanging(tools: Tools, repositories: RepositoryService) {
  const { db, secrets } = tools
  const store = createProjectStore(db)
  const require = createRequire(tools)
  const tidiers: ((id: number) => Promise<void>)[] = []
  const columns = columnsFor(tools)

  return {
    requireAddress,
    onRemove: (run: (id: number) => Promise<void>) => void tidiers.push(run),

    add: async (caller: Caller, input: ProjectInput, isTrusted = false) => {
      const checked = checkProject(input)
      const policy = checkPolicy(input.policy, PLAIN_POLICY, checked)
      if (!isTrusted) requireAddress(caller, checked.repoType, checked.url)
      return db.transaction().execute(async (trx) => {
        const { namespaceId } = caller
        const webhookSecret = secrets.encrypt(newSecret(), SECRET_PURPOSE)
        const id = await createProjectStore(trx).add({ ...columns(checked, policy), namespaceId, webhookSecret })
        await bind(trx, namespaceId, id, input)
        return id
      })
    },

    edit: async (caller: Caller, id: number, input: ProjectInput) => {
      const before = await require(caller, id, Permission.GetAllProjectList)
      const checked = checkProject(input)
      const policy = checkPolicy(input.policy, readPolicy(before.policy), { id, symlinkPath: checked.symlinkPath })
      const isSameType = checked.repoType === before.repoType
      if (!isSameType || checked.url !== before.url) requireAddress(caller, checked.repoType, checked.url)
      await db.transaction().execute(async (trx) => {
        if (!(await createProjectStore(trx).edit(caller.namespaceId, id, columns(checked, policy))))
          throw failed(UNKNOWN)
        await bind(trx, caller.namespaceId, id, input)
      })
      // A working copy of another repository is of no use; the next deploy makes a new one.
      const isSame = isSameType && isSameRepository(checked.repoType, checked.url, before.url)
      if (!isSame) await repositories.discard(id)
    },

    requireIdle: (id: number) => requireIdle(store, id),

    setAutoDeploy: async (caller: Caller, id: number, autoDeploy: number) => {
      await require(caller, id, Permission.GetAllProjectList)
      if (!(await store.setAutoDeploy(caller.namespaceId, id, autoDeploy))) throw failed(UNKNOWN)
    },

    changeWebhookSecret: async (caller: Caller, id: number, action: 'generate' | 'remove') => {
      await require(caller, id, Permission.GetAllProjectList)
      const secret = action === 'generate' ? newSecret() : ''
      const stored = secrets.encrypt(secret, SECRET_PURPOSE)
      if (!(await store.setWebhookSecret(caller.namespaceId, id, stored))) throw failed(UNKNOWN)
      return secret
    },

    remove: async (caller: Caller, id: number) => {
      await require(caller, id, Permission.GetAllProjectList)
      await db.transaction().execute(async (trx) => {
        const inside = createProjectStore(trx)
        if (!(await inside.hide(caller.namespaceId, id))) throw failed(UNKNOWN)
        await requireIdle(inside, id)
      })
      await repositories.discard(id)
      for (const tidy of tidiers) await tidy(id)
    },
  }
}

/** Creates the rules about projects. */
export const createProjectService = (tools: Tools, repositories: RepositoryService): ProjectService => ({
  ...createReading(tools),
  ...createChanging(tools, repositories),
})

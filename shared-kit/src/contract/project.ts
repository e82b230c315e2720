import { type Static, Type } from 'typebox'
import { DeployPolicy, PLAIN_POLICY } from './deployPolicy.ts'
import { endpoint } from './endpoint.ts'
import { DeployState, NotifyType, REPO_TYPES, SCRIPT_MODES, State, TRANSFER_TYPES } from './enums.ts'
import { Permission } from './permission.ts'
import { Server } from './server.ts'
import { ById, Id, listOf, Timestamp } from './shapes.ts'

/** A repository elsewhere is asked, and may be slow. */
const ASKING_MS = 60_000

/** How the servers of a project are served: all at once, or one after another. */
export const DEPLOY_SERVER_MODES = ['parallel', 'serial'] as const

/** A program and its text; mode "" means bash. */
export const ScriptBlock = Type.Object({ mode: Type.Enum(SCRIPT_MODES), content: Type.String() })
export type ScriptBlock = Static<typeof ScriptBlock>

/** A value asked for at each deploy and used in scripts as `${name}`. */
export const CustomVariable = Type.Object({
  name: Type.String(),
  /** Type string: the default. Type list: the choices, separated by commas. */
  value: Type.String(),
  type: Type.Enum(['string', 'list']),
})
export type CustomVariable = Static<typeof CustomVariable>

const CustomVariables = Type.Union([Type.Array(CustomVariable), Type.Null()])

/** What runs around a transfer: on the console's machine, except `afterDeploy`, which runs on every server. */
export const ProjectScript = Type.Object({
  afterPull: ScriptBlock,
  afterDeploy: Type.Object({
    ...ScriptBlock.properties,
    /** Means nothing to a client; normally null. */
    scriptNames: Type.Union([Type.Array(Type.String()), Type.Null()]),
  }),
  deployFinish: ScriptBlock,
  customVariables: CustomVariables,
})
export type ProjectScript = Static<typeof ProjectScript>

/** A project; every call sends all members and leaves blank those it does not fill. */
export const Project = Type.Object({
  id: Type.Integer(),
  namespaceId: Type.Integer(),
  repoType: Type.Enum(REPO_TYPES),
  name: Type.String(),
  /** Complete only in the project list of those who may add or edit; elsewhere its password is masked. */
  url: Type.String(),
  /** Labels joined by commas. */
  label: Type.String(),
  /** The directory on the servers that is deployed to. */
  path: Type.String(),
  /** One of `Environment`; older records may hold any number up to 255. */
  environment: Type.Integer({ minimum: 0, maximum: 255 }),
  branch: Type.String(),
  /** Directory that keeps one directory per release; "" when releases are not kept. */
  symlinkPath: Type.String(),
  /** How many releases are kept. */
  symlinkBackupNumber: Type.Integer({ minimum: 0, maximum: 255 }),
  /** 1 when a deploy by a member needs an approval. */
  review: Type.Enum(State),
  reviewURL: Type.String(),
  script: ProjectScript,
  transferType: Type.Enum([...TRANSFER_TYPES, '']),
  transferOption: Type.String(),
  deployServerMode: Type.Enum([...DEPLOY_SERVER_MODES, '']),
  /** 1 when a push to the repository deploys. */
  autoDeploy: Type.Enum(State),
  publisherId: Type.Integer(),
  publisherName: Type.String(),
  /** JSON text of the commit deployed last, "{}" when there is none; filled in the deploy list only. */
  publishExt: Type.String(),
  deployState: Type.Enum(DeployState),
  /** Names the latest deploy; "" before the first. */
  lastPublishToken: Type.String(),
  notifyType: Type.Enum(NotifyType),
  notifyTarget: Type.String(),
  /** Always 0, although only enabled projects are listed. */
  state: Type.Integer({ minimum: 0, maximum: 255 }),
  /** How its deploys are rolled out. */
  policy: DeployPolicy,
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type Project = Static<typeof Project>

/** What the members of a project hold where a call does not fill them. */
export const BLANK_PROJECT: Project = {
  id: 0,
  namespaceId: 0,
  repoType: 'git',
  name: '',
  url: '',
  label: '',
  path: '',
  environment: 0,
  branch: '',
  symlinkPath: '',
  symlinkBackupNumber: 0,
  review: State.Disabled,
  reviewURL: '',
  script: {
    afterPull: { mode: '', content: '' },
    afterDeploy: { mode: '', content: '', scriptNames: null },
    deployFinish: { mode: '', content: '' },
    customVariables: null,
  },
  transferType: '',
  transferOption: '',
  deployServerMode: '',
  autoDeploy: State.Disabled,
  publisherId: 0,
  publisherName: '',
  publishExt: '',
  deployState: DeployState.NotDeployed,
  lastPublishToken: '',
  notifyType: NotifyType.None,
  notifyTarget: '',
  state: State.Disabled,
  policy: PLAIN_POLICY,
  insertTime: '',
  updateTime: '',
}

const Binding = {
  /** Names the binding. */
  id: Type.Integer(),
  projectId: Type.Integer(),
  /** Always blank; it stays for clients that read the whole row. */
  project: Project,
  insertTime: Timestamp,
  updateTime: Timestamp,
}

/** One server that a project deploys to. */
export const ProjectServer = Type.Object({
  ...Binding,
  serverId: Type.Integer(),
  /** Without its id, namespace, state and times, and with blank secrets. */
  server: Server,
})
export type ProjectServer = Static<typeof ProjectServer>

/** One user who may see and deploy a project. */
export const ProjectUser = Type.Object({
  ...Binding,
  userId: Type.Integer(),
  user: Type.Object({ name: Type.String() }),
})
export type ProjectUser = Static<typeof ProjectUser>

const Text = Type.Optional(Type.String({ maxLength: 255 }))
const Ids = Type.Optional(Type.Array(Id))

/** In a request every part of the script may be left out. */
const ProjectScriptInput = Type.Object({
  afterPull: Type.Optional(Type.Partial(ScriptBlock)),
  afterDeploy: Type.Optional(Type.Partial(ScriptBlock)),
  deployFinish: Type.Optional(Type.Partial(ScriptBlock)),
  customVariables: Type.Optional(CustomVariables),
})

/** The same for add and edit: an edit that leaves out the name must not blank it. */
const ProjectFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  repoType: Type.Enum(REPO_TYPES),
  url: Text,
  label: Type.Optional(Type.String({ maxLength: 6382 })),
  path: Type.String({ minLength: 1, maxLength: 255 }),
  environment: Type.Integer({ minimum: 1, maximum: 255 }),
  branch: Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!-)' }),
  symlinkPath: Text,
  symlinkBackupNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  review: Type.Optional(Type.Enum(State)),
  reviewURL: Type.Optional(Type.String({ maxLength: 1000 })),
  script: Type.Optional(ProjectScriptInput),
  /** "" means rsync. */
  transferType: Type.Optional(Type.Enum([...TRANSFER_TYPES, ''])),
  transferOption: Text,
  /** "" means parallel. */
  deployServerMode: Type.Optional(Type.Enum([...DEPLOY_SERVER_MODES, ''])),
  serverIds: Ids,
  userIds: Ids,
  notifyType: Type.Optional(Type.Enum(NotifyType)),
  notifyTarget: Text,
  /** Absent leaves it as it is: programs that do not know it must not take it away. */
  policy: Type.Optional(Type.Partial(DeployPolicy)),
}

/** A repository that need not belong to a project yet. */
const RepositoryInput = Type.Object({ url: Text, repoType: Type.Enum(REPO_TYPES) })

/** Whoever works with projects or deploys them. */
const BINDING_ACCESS = [
  Permission.ShowProjectPage,
  Permission.EditProject,
  Permission.ShowDeployPage,
  Permission.DeployProject,
] as const

/** All of the namespace with GetAllProjectList, else those the caller is bound to. */
export const ProjectList = endpoint({
  method: 'GET',
  path: '/project/getList',
  access: [Permission.ShowProjectPage],
  output: listOf(Project),
})

/** Every label once, in ascending order. */
export const ProjectLabelList = endpoint({
  method: 'GET',
  path: '/project/getLabelList',
  access: [Permission.ShowProjectPage, Permission.ShowDeployPage],
  output: listOf(Type.String()),
})

/** Whether a repository answers; one of type empty always does. */
export const ProjectPingRepos = endpoint({
  method: 'GET',
  path: '/project/pingRepos',
  access: [Permission.AddProject, Permission.EditProject],
  input: RepositoryInput,
  timeoutMs: ASKING_MS,
})

/** svn has only "master", types without branches only "virtual". */
export const ProjectRemoteBranchList = endpoint({
  method: 'GET',
  path: '/project/getRemoteBranchList',
  access: [Permission.AddProject, Permission.EditProject],
  input: RepositoryInput,
  output: Type.Object({ branch: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
  timeoutMs: ASKING_MS,
})

export const ProjectServerList = endpoint({
  method: 'GET',
  path: '/project/getBindServerList',
  access: BINDING_ACCESS,
  input: ById,
  output: listOf(ProjectServer),
})

export const ProjectUserList = endpoint({
  method: 'GET',
  path: '/project/getBindUserList',
  access: BINDING_ACCESS,
  input: ById,
  output: listOf(ProjectUser),
})

export const ProjectAdd = endpoint({
  method: 'POST',
  path: '/project/add',
  access: [Permission.AddProject],
  input: Type.Object(ProjectFields),
  logged: true,
})

/** Replaces everything but `autoDeploy`, the bindings included; what is absent becomes "" or 0. */
export const ProjectEdit = endpoint({
  method: 'PUT',
  path: '/project/edit',
  access: [Permission.EditProject],
  input: Type.Object({ id: Id, ...ProjectFields }),
  logged: true,
})

/** Whether a push to the repository deploys. */
export const ProjectSetAutoDeploy = endpoint({
  method: 'PUT',
  path: '/project/setAutoDeploy',
  access: [Permission.SwitchProjectWebhook],
  input: Type.Object({ id: Id, autoDeploy: Type.Enum(State) }),
  logged: true,
})

/** Deletes the working copy and hides the project; its history stays. */
export const ProjectRemove = endpoint({
  method: 'DELETE',
  path: '/project/remove',
  access: [Permission.DeleteProject],
  input: ById,
  logged: true,
})

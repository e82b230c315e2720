import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Id, PageInput, pageOf, Timestamp } from './shapes.ts'

/** The largest configuration file that is shown and edited. */
export const NGINX_FILE_BYTES = 1024 * 1024
/** Lines of a log that are shown when it is opened. */
export const NGINX_LOG_LINES = 500
/** Dialling and some programs on the server: what a call about nginx may take. */
const REMOTE_MS = 60_000

const Program = Type.String({ minLength: 2, maxLength: 1024, pattern: '^\\/(?:[^\\/]+\\/)*[^\\/]+(?:\\.[^\\/]+)?$' })
const Folder = Type.String({ minLength: 1, maxLength: 2048 })
const Name = Type.String({ minLength: 1, maxLength: 255 })
const Content = Type.String({ minLength: 1, maxLength: NGINX_FILE_BYTES })

/**
 * Which nginx of the server: its program, and where several run from it, the main configuration file of the one meant.
 * Absent is the one that was listed last.
 */
const Which = { path: Type.Optional(Program), conf: Type.Optional(Folder) }

/** An nginx that runs. */
export const NginxInstance = Type.Object({
  pid: Type.Integer(),
  path: Type.String(),
  /** As the command line gave it; "" means the one that was compiled in. */
  conf: Type.String(),
  prefix: Type.String(),
})
export type NginxInstance = Static<typeof NginxInstance>

/** The program of the one nginx that runs, "" when there is none or more than one. */
export const NginxPath = endpoint({
  method: 'GET',
  path: '/server/getNginxPath',
  access: [Permission.ShowServerNginxPage],
  invalidCode: Code.IllegalParameter,
  input: Type.Object({ serverId: Id }),
  output: Type.Object({
    path: Type.String(),
    /** Every one that runs. */
    running: Type.Array(NginxInstance),
    /** Programs that lie where nginx is usually installed. */
    installed: Type.Array(Type.String()),
    /** Why nothing could be found out; "" when it could. */
    problem: Type.String(),
  }),
  timeoutMs: REMOTE_MS,
})

/** One file of a configuration. */
export const NginxFile = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  mode: Type.String(),
  modTime: Timestamp,
  dir: Type.String(),
  /** Where it really lies, when links lead there; else the same as dir and name. */
  real: Type.String(),
  /** The file that includes it; "" for the main file. */
  parent: Type.String(),
  line: Type.Integer(),
})
export type NginxFile = Static<typeof NginxFile>

/** A log that the configuration writes. */
export const NginxLog = Type.Object({
  path: Type.String(),
  kind: Type.Enum(['access', 'error']),
  /** Server names of the block that writes it; "" outside of any. */
  site: Type.String(),
})
export type NginxLog = Static<typeof NginxLog>

/** The files that nginx loads, in the order in which it reads them; `dir` is the program. */
export const NginxConfigList = endpoint({
  method: 'GET',
  path: '/server/getNginxConfigList',
  access: [Permission.ShowServerNginxPage],
  invalidCode: Code.IllegalParameter,
  input: Type.Object({ serverId: Id, dir: Program, conf: Which.conf }),
  output: Type.Object({
    list: Type.Array(NginxFile),
    /** Further files beside the main one that nothing includes, such as sites that are switched off. */
    others: Type.Array(NginxFile),
    conf: Type.String(),
    prefix: Type.String(),
    version: Type.String(),
    logs: Type.Array(NginxLog),
    /** What is odd: includes that lead nowhere, files that cannot be read. */
    warnings: Type.Array(Type.String()),
  }),
  timeoutMs: REMOTE_MS,
})

export const NginxConfigContent = endpoint({
  method: 'GET',
  path: '/server/getNginxConfigContent',
  access: [Permission.ShowServerNginxPage],
  invalidCode: Code.IllegalParameter,
  input: Type.Object({ serverId: Id, dir: Folder, filename: Name, ...Which }),
  output: Type.Object({
    content: Type.String(),
    /** Names this state of the file: sent along when it is saved, so that nobody's change is lost. */
    hash: Type.String(),
    encoding: Type.String(),
    real: Type.String(),
    mode: Type.String(),
    owner: Type.String(),
  }),
  timeoutMs: REMOTE_MS,
})

/** What nginx said about a configuration. */
export const NginxTest = Type.Object({
  ok: Type.Boolean(),
  output: Type.String(),
  /** It was tested in a copy, before anything was replaced. */
  isSandboxed: Type.Boolean(),
})
export type NginxTest = Static<typeof NginxTest>

const Saved = Type.Object({ test: NginxTest, hash: Type.String() })

/** Tests the configuration, or has it tested and loaded. */
export const NginxManage = endpoint({
  method: 'POST',
  path: '/server/manageNginx',
  access: [Permission.ManageServerNginx],
  input: Type.Object({ serverId: Id, path: Program, command: Type.Enum(['reload', 'check']), conf: Which.conf }),
  output: Type.Object({ execRes: Type.Boolean(), output: Type.String() }),
  logged: true,
  timeoutMs: 0,
})

/** Replaces a file, or makes a new one, when nginx accepts the configuration with it; nothing is reloaded. */
export const NginxConfigEdit = endpoint({
  method: 'PUT',
  path: '/server/editNginxConfig',
  access: [Permission.EditNginxConfig, Permission.AddNginxConfig],
  input: Type.Object({
    serverId: Id,
    dir: Folder,
    filename: Name,
    content: Content,
    /** Of the state that was loaded, "" for a file that must not exist; absent replaces whatever is there. */
    hash: Type.Optional(Type.String({ maxLength: 64 })),
    ...Which,
  }),
  output: Saved,
  logged: true,
  hidden: ['content'],
  timeoutMs: REMOTE_MS,
})

/** Data of the refusal when the file is not as it was loaded. */
export const NginxConflict = Type.Object({ conflict: Type.Object({ hash: Type.String(), content: Type.String() }) })
export type NginxConflict = Static<typeof NginxConflict>

/** Tests the configuration with a changed file in a copy; nothing on the server changes. */
export const NginxConfigTest = endpoint({
  method: 'POST',
  path: '/server/testNginxConfig',
  access: [Permission.EditNginxConfig, Permission.AddNginxConfig],
  input: Type.Object({ serverId: Id, dir: Folder, filename: Name, content: Content, ...Which }),
  output: NginxTest,
  logged: true,
  hidden: ['content'],
  timeoutMs: REMOTE_MS,
})

export const NginxConfigCopy = endpoint({
  method: 'POST',
  path: '/server/copyNginxConfig',
  access: [Permission.AddNginxConfig],
  input: Type.Object({ serverId: Id, dir: Folder, srcName: Name, dstName: Name, ...Which }),
  output: Saved,
  logged: true,
  timeoutMs: 0,
})

export const NginxConfigRename = endpoint({
  method: 'PUT',
  path: '/server/renameNginxConfig',
  access: [Permission.EditNginxConfig],
  input: Type.Object({ serverId: Id, dir: Folder, currentName: Name, newName: Name, ...Which }),
  output: Saved,
  logged: true,
  timeoutMs: 0,
})

export const NginxConfigDelete = endpoint({
  method: 'DELETE',
  path: '/server/deleteNginxConfig',
  access: [Permission.DeleteNginxConfig],
  input: Type.Object({ serverId: Id, file: Folder, ...Which }),
  output: Saved,
  logged: true,
  timeoutMs: 0,
})

/** What stub_status counts: connections by what they do now, and since the start what was taken and asked. */
export const NginxConnections = Type.Object({
  active: Type.Integer(),
  reading: Type.Integer(),
  writing: Type.Integer(),
  /** Kept open without a request. */
  waiting: Type.Integer(),
  accepts: Type.Integer(),
  handled: Type.Integer(),
  requests: Type.Integer(),
})
export type NginxConnections = Static<typeof NginxConnections>

/** How an nginx stands. */
export const NginxStatus = endpoint({
  method: 'GET',
  path: '/server/getNginxStatus',
  access: [Permission.ShowServerNginxPage],
  input: Type.Object({ serverId: Id, ...Which }),
  output: Type.Object({
    /** 0 when it does not run. */
    pid: Type.Integer(),
    workers: Type.Integer(),
    /** Unix seconds; 0 when unknown. */
    startTime: Type.Integer(),
    /** When the configuration in use was loaded: the start of the newest worker. */
    loadTime: Type.Integer(),
    version: Type.String(),
    user: Type.String(),
    /** Files that were changed after that, in full. */
    notLoaded: Type.Array(Type.String()),
    /** Where its configuration has a stub_status that its own server may ask. */
    connections: Type.Optional(NginxConnections),
  }),
  timeoutMs: REMOTE_MS,
})
export type NginxState = Static<(typeof NginxStatus)['output']>

/** The end of a log, or what was written since a position. */
export const NginxLogTail = endpoint({
  method: 'GET',
  path: '/server/getNginxLog',
  access: [Permission.ShowServerNginxPage],
  input: Type.Object({
    serverId: Id,
    file: Folder,
    /** Only lines that hold this text, in any case. */
    filter: Type.Optional(Type.String({ maxLength: 200 })),
    /** Where the last answer ended; absent asks for the newest lines. */
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    /** What the last answer said; another one means that the log was rotated. */
    inode: Type.Optional(Type.String({ maxLength: 40 })),
    ...Which,
  }),
  output: Type.Object({
    text: Type.String(),
    offset: Type.Integer(),
    inode: Type.String(),
    /** It begins anew: the log was rotated, or more was written than is sent at once. */
    isAnew: Type.Boolean(),
  }),
  timeoutMs: REMOTE_MS,
})

/** What became of a file, beginning with how the console found it. */
export const NGINX_ACTIONS = ['found', 'save', 'copy', 'rename', 'delete'] as const
export type NginxAction = (typeof NGINX_ACTIONS)[number]

export const NginxVersion = Type.Object({
  id: Type.Integer(),
  /** In full, where it really lies. */
  file: Type.String(),
  action: Type.Enum(NGINX_ACTIONS),
  hash: Type.String(),
  size: Type.Integer(),
  userName: Type.String(),
  insertTime: Timestamp,
})
export type NginxVersion = Static<typeof NginxVersion>

/** The states of a file that the console has seen or made, newest first. */
export const NginxVersionList = endpoint({
  method: 'GET',
  path: '/server/getNginxVersionList',
  access: [Permission.ShowServerNginxPage],
  input: Type.Object({ serverId: Id, file: Type.Optional(Folder), ...PageInput }),
  output: pageOf(NginxVersion),
})

export const NginxVersionContent = endpoint({
  method: 'GET',
  path: '/server/getNginxVersion',
  access: [Permission.ShowServerNginxPage],
  input: ById,
  output: Type.Object({ content: Type.String() }),
})

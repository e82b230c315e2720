import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Of a crontab; cron reads no larger ones either. */
export const CRONTAB_BYTES = 1024 * 1024
const REMOTE_MS = 60_000

/** An account of the server; absent or "" is the one that the console signs in with. */
const Account = Type.Optional(Type.String({ maxLength: 64, pattern: '^(?:[A-Za-z0-9_][A-Za-z0-9_.@\\\\-]*\\$?)?$' }))
/** Every byte that is no UTF-8 stands as one character, as in paths of files. */
const Raw = Type.String({ maxLength: CRONTAB_BYTES })
const Note = Type.Optional(Type.String({ maxLength: 200 }))

/** A line that runs something, also when it is commented out. */
export const CrontabRow = Type.Object({
  /** Counted from 1. */
  line: Type.Integer(),
  enabled: Type.Boolean(),
  expression: Type.String(),
  command: Type.String(),
  /** The line as it is. */
  raw: Type.String(),
})

const State = {
  list: Type.Array(CrontabRow),
  raw: Raw,
  /** SHA-256 of its bytes: sent along when it is saved, so that nobody's change is lost. */
  hash: Type.String(),
  /** False while the account has no crontab. */
  exists: Type.Boolean(),
  /** Whose it is. */
  user: Type.String(),
}

/** The crontab of an account, to the byte. */
export const CrontabList = endpoint({
  method: 'GET',
  path: '/server/getRemoteCrontabList',
  access: [Permission.ShowCronPage],
  invalidCode: Code.IllegalParameter,
  input: Type.Object({ serverId: Id, user: Account }),
  output: Type.Object(State),
  timeoutMs: REMOTE_MS,
})

/** The kinds of cron that differ in what they do. */
export const CRON_KINDS = ['cronie', 'debian', 'busybox', 'other'] as const
export type CronKind = (typeof CRON_KINDS)[number]

/** The cron of a server and its surroundings. */
export const CrontabHost = endpoint({
  method: 'GET',
  path: '/server/getRemoteCrontabHost',
  access: [Permission.ShowCronPage],
  input: Type.Object({ serverId: Id }),
  output: Type.Object({
    /** Whom the console signs in as. */
    user: Type.String(),
    home: Type.String(),
    /** Whether crontabs of others can be changed. */
    isRoot: Type.Boolean(),
    isInstalled: Type.Boolean(),
    isRunning: Type.Boolean(),
    kind: Type.Enum(CRON_KINDS),
    /** Whether `flock` is there, which keeps runs apart. */
    hasLock: Type.Boolean(),
    /** What is to be typed on the server to install or to start it; "" when nothing is to be done. */
    remedy: Type.String(),
    /** As Europe/Berlin; "" when the server names none. */
    zone: Type.String(),
    /** Minutes that its clock is ahead of UTC now. */
    offset: Type.Integer(),
    /** Seconds that its clock is ahead of the console's. */
    skew: Type.Integer(),
    /** Accounts to choose from, the own one first. */
    users: Type.Array(Type.Object({ name: Type.String(), hasCrontab: Type.Boolean() })),
  }),
  timeoutMs: REMOTE_MS,
})
export type CronHost = Static<(typeof CrontabHost)['output']>

/** Data of the refusal when somebody changed it meanwhile: what is there now. */
export const CrontabConflict = Type.Object({ conflict: Type.Object({ raw: Type.String(), hash: Type.String() }) })
export type CrontabConflict = Static<typeof CrontabConflict>

/** Data of the refusal when `crontab` refused: its own words, and the lines it named. */
export const CrontabRefusal = Type.Object({
  refusal: Type.Object({ output: Type.String(), lines: Type.Array(Type.Integer()) }),
})
export type CrontabRefusal = Static<typeof CrontabRefusal>

/** Replaces a crontab as a whole. What was there is kept as a version first; it is read again afterwards. */
export const CrontabSave = endpoint({
  method: 'PUT',
  path: '/server/saveRemoteCrontab',
  access: [Permission.EditCron],
  input: Type.Object({ serverId: Id, user: Account, raw: Raw, hash: Type.String({ maxLength: 64 }), note: Note }),
  output: Type.Object(State),
  logged: true,
  hidden: ['raw'],
  timeoutMs: REMOTE_MS,
})

/** Keeps what is on the server now as a version. */
export const CrontabBackup = endpoint({
  method: 'POST',
  path: '/server/backupRemoteCrontab',
  access: [Permission.EditCron],
  input: Type.Object({ serverId: Id, user: Account, note: Note }),
  output: Created,
  logged: true,
  timeoutMs: REMOTE_MS,
})

/** How a version came to be: seen on the server, saved from here, or kept on purpose. */
export const CRONTAB_ACTIONS = ['found', 'save', 'backup'] as const
export type CrontabAction = (typeof CRONTAB_ACTIONS)[number]

/** A kept state of a crontab. */
export const CrontabVersion = Type.Object({
  id: Type.Integer(),
  action: Type.Enum(CRONTAB_ACTIONS),
  note: Type.String(),
  hash: Type.String(),
  size: Type.Integer(),
  /** How many lines run something. */
  entries: Type.Integer(),
  userName: Type.String(),
  insertTime: Timestamp,
})
export type CrontabVersion = Static<typeof CrontabVersion>

/** The kept states of the crontab of an account, newest first. */
export const CrontabVersionList = endpoint({
  method: 'GET',
  path: '/server/getRemoteCrontabVersionList',
  access: [Permission.ShowCronPage],
  input: Type.Object({ serverId: Id, account: Type.String({ minLength: 1, maxLength: 64 }), ...PageInput }),
  output: pageOf(CrontabVersion),
})

export const CrontabVersionContent = endpoint({
  method: 'GET',
  path: '/server/getRemoteCrontabVersion',
  access: [Permission.ShowCronPage],
  input: ById,
  output: Type.Object({ raw: Type.String() }),
})

/** Runs one line of a text as cron would: as that account, with its few variables; `ScriptRunGet` tells how it goes. */
export const CrontabRun = endpoint({
  method: 'POST',
  path: '/server/runRemoteCrontab',
  access: [Permission.EditCron],
  input: Type.Object({ serverId: Id, user: Account, raw: Raw, line: Type.Integer({ minimum: 1 }) }),
  output: Created,
  logged: true,
  hidden: ['raw'],
  timeoutMs: REMOTE_MS,
})

/** A piece of a log. */
export interface CrontabLogLine {
  type: 'text'
  text: string
}

/** Follows the log that a line of the crontab writes; other files are refused. */
export const CrontabLog = endpoint({
  method: 'POST',
  path: '/server/followRemoteCrontabLog',
  access: [Permission.ShowCronPage],
  input: Type.Object({
    serverId: Id,
    user: Account,
    file: Type.String({ minLength: 2, maxLength: 1024 }),
    lines: Type.Integer({ minimum: 1, maximum: 5000 }),
  }),
  timeoutMs: 0,
})

/** The tables of the system: looked at, never changed from here. */
export const CrontabSystem = endpoint({
  method: 'GET',
  path: '/server/getRemoteCrontabSystem',
  access: [Permission.ShowCronPage],
  input: Type.Object({ serverId: Id }),
  output: Type.Object({
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        raw: Type.String(),
        /** Why there is no text, as it cannot be read or is too large; "" when there is. */
        problem: Type.String(),
        /** Cron passes over files with such names. */
        isIgnored: Type.Boolean(),
      }),
    ),
  }),
  timeoutMs: REMOTE_MS,
})
export type CrontabFile = Static<(typeof CrontabSystem)['output']>['files'][number]

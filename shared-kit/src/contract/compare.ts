import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, Timestamp } from './shapes.ts'

/** Servers are asked, and large files are read on both sides. */
const COMPARING_MS = 180_000
/** How much of a text is shown side by side. */
export const DIFF_BYTES = 2 * 1024 * 1024
/** How many differences of one server are listed. */
export const TREE_ENTRIES = 1000

/** One entry of a directory. */
export const DirEntry = Type.Object({
  name: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  /** What kind it is, in ten characters: "d---------", "----------", "L---------". */
  mode: Type.String(),
  modTime: Timestamp,
  isDir: Type.Boolean(),
})
export type DirEntry = Static<typeof DirEntry>

/** How one file on one server stands to the working copy. */
export const COMPARE_STATUSES = [
  'no change',
  'modified',
  'remote file not exists',
  'client error',
  'sftp error',
] as const

const ServerName = { serverName: Type.String(), serverIP: Type.String(), serverId: Type.Integer() }

export const FileCompareItem = Type.Object({
  ...ServerName,
  status: Type.Enum(COMPARE_STATUSES),
  /** Only for "modified". */
  isModified: Type.Boolean(),
  /** Why it could not be compared; "" when it could. */
  reason: Type.String(),
  /** Of the file on the server, in bytes. */
  size: Type.Integer(),
  /** When the file on the server was changed last; "" when there is none. */
  modTime: Timestamp,
})
export type FileCompareItem = Static<typeof FileCompareItem>

/** A file that is not the same on both sides: it differs, the server has none, or only the server has it. */
export const TREE_CHANGES = ['changed', 'missing', 'onlyThere'] as const

export const TreeCompareServer = Type.Object({
  ...ServerName,
  /** Why it could not be compared; "" when it could. */
  reason: Type.String(),
  counts: Type.Object({
    same: Type.Integer(),
    changed: Type.Integer(),
    missing: Type.Integer(),
    onlyThere: Type.Integer(),
  }),
  /** What differs, by path; the first of them when there are very many. */
  entries: Type.Array(
    Type.Object({
      /** Relative to the root of the project. */
      path: Type.String(),
      change: Type.Enum(TREE_CHANGES),
      /** In bytes; -1 where there is none. */
      size: Type.Integer(),
      serverSize: Type.Integer(),
    }),
  ),
})
export type TreeCompareServer = Static<typeof TreeCompareServer>

const Path = Type.String({ minLength: 1, maxLength: 4096 })

/** A directory of the working copy, to choose what to compare; "/" is its root. */
export const ProjectReposFileList = endpoint({
  method: 'GET',
  path: '/project/getReposFileList',
  access: [Permission.FileCompare],
  input: Type.Object({ id: Id, path: Path }),
  output: Type.Union([Type.Array(DirEntry), Type.Null()]),
})

/** One file of the working copy against every server of the project. */
export const FileCompare = endpoint({
  method: 'POST',
  path: '/deploy/fileCompare',
  access: [Permission.FileCompare],
  input: Type.Object({ projectId: Id, filePath: Path }),
  output: Type.Array(FileCompareItem),
  timeoutMs: COMPARING_MS,
})

/** Both texts of one file. */
export const FileDiff = endpoint({
  method: 'POST',
  path: '/deploy/fileDiff',
  access: [Permission.FileCompare],
  input: Type.Object({ projectId: Id, serverId: Id, filePath: Path }),
  output: Type.Object({
    /** In the working copy. */
    srcText: Type.String(),
    /** On the server. */
    distText: Type.String(),
    srcEncoding: Type.String(),
    distEncoding: Type.String(),
  }),
  timeoutMs: COMPARING_MS,
})

/** Every file below a directory against one server, or all of the project. */
export const TreeCompare = endpoint({
  method: 'POST',
  path: '/deploy/treeCompare',
  access: [Permission.FileCompare],
  input: Type.Object({ projectId: Id, serverId: Type.Optional(Id), path: Path }),
  output: Type.Object({
    /** How many files of the working copy were compared. */
    total: Type.Integer(),
    /** Patterns that the transfer leaves out were left out here as well. */
    isFiltered: Type.Boolean(),
    servers: Type.Array(TreeCompareServer),
  }),
  timeoutMs: COMPARING_MS,
})

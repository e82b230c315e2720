import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Id, listOf, Timestamp } from './shapes.ts'

/** Each of these may fetch from the repository first. */
const FETCHING_MS = 60_000

/** One commit. */
export const CommitInfo = Type.Object({
  /** The branch chosen for a deploy, else `origin/` and the project's own; "" in lists. */
  branch: Type.String(),
  /** git: 40 hex digits; svn: `r` and the revision; others: "virtual" in lists, "" in a deploy. */
  commit: Type.String(),
  author: Type.String(),
  /** Unix seconds. */
  timestamp: Type.Integer(),
  /** git: the subject line only. */
  message: Type.String(),
  /** The tag on the commit, or "". */
  tag: Type.String(),
  /** Which files changed and by how much, as plain text. */
  diff: Type.String(),
})
export type CommitInfo = Static<typeof CommitInfo>

/** Whoever may choose what to deploy: now, once more, or later. */
const ACCESS = [Permission.DeployProject, Permission.DeployRollback, Permission.DeployTask] as const

/** Newest commit first; git names them `origin/…`. `id` is the project. */
export const RepositoryBranchList = endpoint({
  method: 'GET',
  path: '/repository/getBranchList',
  access: ACCESS,
  input: ById,
  output: Type.Object({ list: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
  timeoutMs: FETCHING_MS,
})

/** The latest 50 commits of a branch. `id` is the project. */
export const RepositoryCommitList = endpoint({
  method: 'GET',
  path: '/repository/getCommitList',
  access: ACCESS,
  input: Type.Object({ id: Id, branch: Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!-)' }) }),
  output: listOf(CommitInfo),
  timeoutMs: FETCHING_MS,
})

/** The latest 50 tags; none unless the repository is of type git. `id` is the project. */
export const RepositoryTagList = endpoint({
  method: 'GET',
  path: '/repository/getTagList',
  access: ACCESS,
  input: ById,
  output: listOf(CommitInfo),
  timeoutMs: FETCHING_MS,
})

/** One thing in a folder of the working copy. */
export const RepositoryEntry = Type.Object({
  name: Type.String(),
  /** Ten characters as `ls -l` shows them: "drwxr-xr-x"; a link begins with "L". */
  mode: Type.String(),
  /** A folder that can be opened; a link to a folder inside the working copy is one too. */
  isDir: Type.Boolean(),
  /** Bytes; 0 for a folder. */
  size: Type.Integer(),
  modTime: Timestamp,
  isLink: Type.Boolean(),
  /**
   * Why it can be looked at only from here: it leads out of the working copy or nowhere, is neither file nor folder, or
   * its name is not text. "" when nothing is in the way.
   */
  obstacle: Type.Enum(['', 'outside', 'broken', 'special', 'name']),
})
export type RepositoryEntry = Static<typeof RepositoryEntry>

/** Longer folders are cut; a search finds the rest. */
export const REPOSITORY_LIST_LIMIT = 20_000

const FILE_LENGTH = 4096
const FileInput = Type.Object({
  /** The project. */
  id: Id,
  /** Relative to the working copy; a slash in front means nothing. */
  file: Type.String({ minLength: 1, maxLength: FILE_LENGTH }),
})

const MANAGE = [Permission.ManageRepository] as const

/** A folder of the working copy as it is on the disk now: folders first, by name. `id` is the project. */
export const RepositoryFileList = endpoint({
  method: 'GET',
  path: '/repository/getFileList',
  access: MANAGE,
  input: Type.Object({
    id: Id,
    /** Relative to the working copy; "" or "/" is the working copy itself. */
    dir: Type.Optional(Type.String({ maxLength: FILE_LENGTH })),
    /** Only names that contain this, whatever the case. */
    search: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  output: Type.Object({
    /** null when the folder is empty, none when it is not there. */
    list: Type.Union([Type.Array(RepositoryEntry), Type.Null()]),
    /** Whether there is a working copy at all. */
    isThere: Type.Boolean(),
    /** How many names there are, also those that did not fit into the list. */
    total: Type.Integer(),
  }),
  timeoutMs: FETCHING_MS,
})

/** The bytes of a file as a text or picture that nothing in it can act; a page opens it by its address. */
export const RepositoryPreviewFile = endpoint({
  method: 'GET',
  path: '/repository/previewFile',
  access: MANAGE,
  input: FileInput,
  logged: true,
  timeoutMs: 0,
})

/** The bytes of a file, to be saved. */
export const RepositoryDownloadFile = endpoint({
  method: 'GET',
  path: '/repository/downloadFile',
  access: MANAGE,
  input: FileInput,
  logged: true,
  timeoutMs: 0,
})

/** Deletes a file or a whole folder of the working copy; "/" is all of it. The next deploy fetches again what is tracked. */
export const RepositoryDeleteFile = endpoint({
  method: 'DELETE',
  path: '/repository/deleteFile',
  access: MANAGE,
  input: FileInput,
  logged: true,
  timeoutMs: 0,
})

import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Id, listOf } from './shapes.ts'

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

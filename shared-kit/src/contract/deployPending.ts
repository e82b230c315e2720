import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'

/** What was committed to the branch of a project since the version that its servers run. */
export const PendingCommits = Type.Object({
  projectId: Type.Integer(),
  /** The newest first. */
  commits: Type.Array(
    Type.Object({
      commit: Type.String(),
      author: Type.String(),
      /** Unix seconds. */
      timestamp: Type.Integer(),
      message: Type.String(),
    }),
  ),
  /** There are more than are named here. */
  isMore: Type.Boolean(),
})
export type PendingCommits = Static<typeof PendingCommits>

/** Answers at once with what is known; repositories are asked in the background, at most once a minute each. */
export const DeployPendingList = endpoint({
  method: 'GET',
  path: '/deploy/getPending',
  access: [Permission.ShowDeployPage],
  /** Ids joined by commas; those the caller may not see are left out of the answer. */
  input: Type.Object({ projectIds: Type.String({ maxLength: 2000, pattern: '^[0-9]+(,[0-9]+)*$' }) }),
  output: Type.Object({
    list: Type.Array(PendingCommits),
    /** A look is on its way: it is worth asking again soon. */
    isLooking: Type.Boolean(),
  }),
})

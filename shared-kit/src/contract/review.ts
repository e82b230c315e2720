import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ReviewState } from './enums.ts'
import { Permission } from './permission.ts'
import { CustomVariable } from './project.ts'
import { Id, PageInput, pageOf, Timestamp } from './shapes.ts'

/** A deploy that waits for the answer of a second person. It is bound to this commit, these servers, these values. */
export const ProjectReview = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  commitId: Type.String(),
  branch: Type.String(),
  /** Always "": it may hold a key. */
  reviewURL: Type.String(),
  state: Type.Enum(ReviewState),
  creatorId: Type.Integer(),
  creator: Type.String(),
  /** Who answered; 0 and "" while it waits. */
  editorId: Type.Integer(),
  editor: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
  /** Of whoever answered; "" when none was given. */
  reason: Type.String(),
  /** It waited too long and cannot be answered any more. */
  isExpired: Type.Boolean(),
  expireTime: Timestamp,
  /** First line of the commit's message; "" when it is not known. */
  message: Type.String(),
  /** Names of the servers it is for. */
  servers: Type.Array(Type.String()),
  customVariables: Type.Array(CustomVariable),
  /** The deploy it led to; "" when none. */
  token: Type.String(),
})
export type ProjectReview = Static<typeof ProjectReview>

/** The reviews of a project, the latest first; whoever may deploy reads how theirs were answered. `id` is the project. */
export const ProjectReviewList = endpoint({
  method: 'GET',
  path: '/project/getReviewList',
  access: [Permission.DeployReview, Permission.DeployProject],
  input: Type.Object({ id: Id, ...PageInput }),
  output: pageOf(ProjectReview),
})

/** Answers a review; whoever asked for it cannot. The first answer counts. */
export const DeployReview = endpoint({
  method: 'PUT',
  path: '/deploy/review',
  access: [Permission.DeployReview],
  input: Type.Object({
    projectReviewId: Id,
    state: Type.Enum([ReviewState.Reviewed, ReviewState.Rejected]),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  logged: true,
  timeoutMs: 0,
})

/** The secret of the callback address: whoever has it may answer once. */
const CallbackToken = Type.Optional(Type.String({ maxLength: 64 }))

/**
 * What a callback address leads to. A browser gets a page that asks; a program gets the review approved, where the
 * operator has allowed that (Specification 4).
 */
export const DeployCallback = endpoint({
  method: 'GET',
  path: '/deploy/callback',
  access: 'public',
  input: Type.Object({ project_review_id: Id, token: CallbackToken }),
})

/** The answer of that page, or of a program. */
export const DeployCallbackAnswer = endpoint({
  method: 'POST',
  path: '/deploy/callback',
  access: 'public',
  input: Type.Object({
    project_review_id: Id,
    token: CallbackToken,
    state: Type.Optional(Type.Enum([ReviewState.Reviewed, ReviewState.Rejected])),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
  }),
})

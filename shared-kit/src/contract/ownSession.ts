import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, listOf, Timestamp } from './shapes.ts'

/** A browser in which the caller is signed in. */
export const OwnSession = Type.Object({
  id: Type.String(),
  userAgent: Type.String(),
  /** Where it was signed in from. */
  remoteAddress: Type.String(),
  /** Where it was used from last. */
  seenAddress: Type.String(),
  insertTime: Timestamp,
  seenTime: Timestamp,
  /** How it was signed in, such as `password` or `passkey`; "" when that is not known. */
  way: Type.String(),
  /** The one that asks. */
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

export const OwnSessionList = endpoint({
  method: 'GET',
  path: '/session/getList',
  access: 'signed-in',
  notByKey: true,
  output: listOf(OwnSession),
})

/** Takes effect at once, also in open pages. */
export const OwnSessionEnd = endpoint({
  method: 'DELETE',
  path: '/session/end',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  logged: true,
})

/** Ends every session of the caller but the one that asks. */
export const OwnSessionEndOthers = endpoint({
  method: 'DELETE',
  path: '/session/endOthers',
  access: 'signed-in',
  notByKey: true,
  logged: true,
})

/** Signs a member out everywhere. */
export const UserEndSessions = endpoint({
  method: 'PUT',
  path: '/user/endSessions',
  access: [Permission.EditMember],
  input: ById,
  logged: true,
})

import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Account, SignedIn } from './session.ts'
import { ById, Id, listOf, Timestamp } from './shapes.ts'

/** How long an invitation is good for, in days. */
export const INVITATION_DAYS = { default: 3, max: 30 } as const

const Note = Type.String({ maxLength: 100 })
const Name = Type.String({ minLength: 1, maxLength: 30 })
/** 256 bits as base64url. */
const Token = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' })

/** A role in a namespace, given to whoever accepts. */
export const InvitationGrant = Type.Object({ namespaceId: Id, roleId: Id })
export type InvitationGrant = Static<typeof InvitationGrant>

/** The same to read; names are "" where the reader does not belong. */
export const InvitationGrantNames = Type.Object({
  namespaceId: Type.Integer(),
  namespaceName: Type.String(),
  roleId: Type.Integer(),
  roleName: Type.String(),
})
export type InvitationGrantNames = Static<typeof InvitationGrantNames>

/** An invitation that nobody has accepted yet. */
export const Invitation = Type.Object({
  id: Type.Integer(),
  /** The account it is for; "" lets the invited person choose one. */
  account: Type.String(),
  note: Type.String(),
  inviterId: Type.Integer(),
  inviterName: Type.String(),
  grants: Type.Array(InvitationGrantNames),
  insertTime: Timestamp,
  expireTime: Timestamp,
  /** False when who made it may not give these roles any more: it lets nobody in until he may again. */
  isGood: Type.Boolean(),
})
export type Invitation = Static<typeof Invitation>

/** The caller's own invitations and those into the namespace he works in; all of them for a super manager. */
export const InvitationList = endpoint({
  method: 'GET',
  path: '/invitation/getList',
  access: [Permission.AddMember],
  output: listOf(Invitation),
})

/** What the caller may invite to, and whether the console can mail the link. */
export const InvitationOptions = endpoint({
  method: 'GET',
  path: '/invitation/getOptions',
  access: [Permission.AddMember],
  output: Type.Object({
    namespaces: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      }),
    ),
    canMail: Type.Boolean(),
  }),
})

/** The token is told once, here: the console itself keeps only its hash. */
export const InvitationAdd = endpoint({
  method: 'POST',
  path: '/invitation/add',
  access: [Permission.AddMember],
  notByKey: true,
  input: Type.Object({
    account: Type.Optional(Type.Union([Type.Literal(''), Account])),
    /** Whom it is for, as the list says it. */
    note: Type.Optional(Note),
    grants: Type.Array(InvitationGrant, { minItems: 1, maxItems: 50 }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: INVITATION_DAYS.max })),
    /** Sends the link there as well; "" sends nothing. */
    mail: Type.Optional(
      Type.Union([Type.Literal(''), Type.String({ maxLength: 254, pattern: '^[^\\s@,;<>"]+@[^\\s@,;<>"]+$' })]),
    ),
  }),
  output: Type.Object({
    id: Type.Integer(),
    token: Token,
    /** Why the mail was not sent; "" when it was, or none was asked for. */
    mailProblem: Type.String(),
  }),
  logged: true,
  /** A mail server may be slow. */
  timeoutMs: 40_000,
})

export const InvitationRevoke = endpoint({
  method: 'DELETE',
  path: '/invitation/revoke',
  access: [Permission.AddMember],
  input: ById,
  logged: true,
})

/** What the invited person sees. Sent in the body, so that no log of addresses ever holds a token. */
export const InvitationLook = endpoint({
  method: 'POST',
  path: '/invitation/look',
  access: 'public',
  callsAMinute: 30,
  input: Type.Object({ token: Token }),
  output: Type.Object({
    account: Type.String(),
    inviterName: Type.String(),
    grants: Type.Array(Type.Object({ namespaceName: Type.String(), roleName: Type.String() })),
    expireTime: Timestamp,
  }),
})

/** Makes the account and signs it in; a second factor is asked for like anywhere else. */
export const InvitationAccept = endpoint({
  method: 'POST',
  path: '/invitation/accept',
  access: 'public',
  callsAMinute: 10,
  input: Type.Object({
    token: Token,
    /** Absent where the invitation says it. */
    account: Type.Optional(Type.Union([Type.Literal(''), Account])),
    name: Name,
    /** Not held to `Password` here, so that what is wrong with it is said in words. */
    password: Type.String({ minLength: 1, maxLength: 256 }),
  }),
  output: SignedIn,
})

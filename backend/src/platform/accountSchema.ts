import type { Generated } from 'kysely'
import type { Row, Timed } from './tableRow.ts'

/** An account at a provider that lets somebody in as this user. */
interface UserIdentityTable extends Timed {
  userId: number
  issuer: string
  subject: string
}

/** What somebody answers with after the password; the row also counts wrong answers of people who have only passkeys. */
export interface SecondFactorTable extends Timed {
  userId: number
  /** Encrypted secret of the authenticator app; counts only once it was confirmed. */
  secret: Generated<string>
  /** 0 while there is none. */
  confirmTime: Generated<number>
  /** The 30 seconds whose code was used last: no code is good twice. */
  lastStep: Generated<number>
  /** Encrypted; a secret that was offered and not confirmed yet. */
  pendingSecret: Generated<string>
  pendingTime: Generated<number>
  failures: Generated<number>
  lockedUntil: Generated<number>
}

/** A code that replaces the second factor once: using it deletes the row. */
export interface RecoveryCodeTable extends Row {
  userId: number
  /** Keyed hash, worthless without the encryption key. */
  hash: string
  insertTime: number
}

export interface PasskeyTable extends Timed {
  userId: number
  name: string
  /** Base64url, as the device named it. */
  credentialId: string
  /** COSE key, base64url. */
  publicKey: string
  counter: Generated<number>
  /** Ways to reach the device, with commas between. */
  transports: Generated<string>
  backedUp: Generated<number>
  lastUsedTime: Generated<number>
}

/** A sign-in that is under way. */
export interface SignInChallengeTable extends Row {
  hash: string
  kind: string
  /** 0 while nobody has said who he is. */
  userId: number
  data: Generated<string>
  expireTime: number
}

export interface ApiKeyTable extends Timed {
  userId: number
  name: string
  start: string
  hash: string
  /** JSON of the ids; "" is no limit. */
  permissionIds: Generated<string>
  namespaceIds: Generated<string>
  /** 0 is never. */
  expireTime: Generated<number>
  /** 0 while it works; a revoked key stays, so that the log can tell it from one that never was. */
  revokeTime: Generated<number>
  lastUsedTime: Generated<number>
  lastUsedAddress: Generated<string>
}

/** Leave to make an account with roles in some namespaces, good once. */
export interface InvitationTable extends Timed {
  /** SHA-256 of the token, which nobody but the invited person keeps. */
  hash: string
  /** Who made it. */
  userId: number
  /** Where he was allowed to make it. */
  namespaceId: number
  /** "" lets the invited person choose. */
  account: Generated<string>
  note: Generated<string>
  expireTime: number
  /** 0 while it was not taken back. */
  revokeTime: Generated<number>
  /** 0 while nobody has used it. */
  acceptTime: Generated<number>
  /** Who came of it. */
  memberId: Generated<number>
  /** How often an account was asked for that exists already. */
  refusals: Generated<number>
}

export interface InvitationGrantTable extends Row {
  invitationId: number
  namespaceId: number
  roleId: number
}

/** What people hold over their own accounts. */
export interface AccountTables {
  userIdentity: UserIdentityTable
  invitation: InvitationTable
  invitationGrant: InvitationGrantTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  passkey: PasskeyTable
  signInChallenge: SignInChallengeTable
  apiKey: ApiKeyTable
}

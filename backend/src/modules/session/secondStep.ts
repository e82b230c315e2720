import type { Visitor } from '../../platform/caller.ts'

/** By what somebody proved who he is, before a second factor is asked for. */
export type SignInWay = 'dingtalk' | 'ext' | 'feishu' | 'invitation' | 'ldap' | 'oidc' | 'passkey' | 'password'

/** What a first step proved, kept until the session begins: a second step may lie between the two. */
export interface SignInProof {
  way: SignInWay
  /** Hash of the password that was chosen while signing in; "" keeps the old one. Stored only when the session begins. */
  newPassword: string
  /** The provider's word, with which the session is ended there too; "" from everybody else. */
  idToken: string
}

/** A proof with nothing to keep beside it. */
export const proofOf = (way: SignInWay): SignInProof => ({ way, newPassword: '', idToken: '' })

/** Somebody who has proved the first half of who he is. */
export interface HalfSignedIn {
  id: number
  account: string
  name: string
  superManager: number
}

/** What stands between a right password and a session. */
export interface SecondStep {
  /** @throws AppError with Code.SecondFactorNeeded and what can be answered with, when a second factor is due */
  require(user: HalfSignedIn, proof: SignInProof, visitor: Visitor): Promise<void>
}

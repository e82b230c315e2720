/** What the envelope's `code` says. Clients decide by the code alone, never by the message (Specification 8). */
export const Code = {
  Ok: 0,
  Denied: 1,
  Failed: 2,
  AccountDisabled: 10000,
  IllegalRequest: 10001,
  NamespaceInvalid: 10002,
  IllegalParameter: 10003,
  PasswordMustChange: 10004,
  /** Ours: the password was right, and `data` says what has to follow it. Clients that do not know it show its message. */
  SecondFactorNeeded: 10005,
  LoginExpired: 10086,
} as const

export type CodeNumber = (typeof Code)[keyof typeof Code]

/** Specification 8: these answers open the "Confirm logout" dialog with its "Re-login" button. */
export const SIGN_IN_AGAIN: readonly number[] = [Code.AccountDisabled, Code.IllegalRequest, Code.LoginExpired]

/** The frame of every JSON answer; HTTP status is always 200 (Specification 7). */
export interface Envelope<T> {
  code: number
  message: string
  data: T | null
}

import { Code } from '@windlass/shared-kit/contract'
import type { TerminalEndReason } from '@windlass/shared-kit/contract/terminal'
import { AppError } from '../../platform/errors.ts'

/** There is no session for who asked for one, told to him by the frame `ended`. */
export class SessionEnded extends AppError {
  override name = 'SessionEnded'
  readonly reason: TerminalEndReason

  constructor(reason: TerminalEndReason, message: string) {
    super(Code.Failed, message)
    this.reason = reason
  }
}

const SIGNED_OUT: readonly number[] = [Code.LoginExpired, Code.AccountDisabled, Code.IllegalRequest]

/** What somebody is told who would not be let in now. */
export const lostAccess = ({ code, message }: AppError): SessionEnded =>
  SIGNED_OUT.includes(code)
    ? new SessionEnded('signed-out', message)
    : new SessionEnded('permission', 'you may not use this terminal any more')

import { Code, type CodeNumber } from '@windlass/shared-kit/contract'

/** An answer that is no success: its message is written for the person who reads it and says what to do. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: CodeNumber
  /** Additional data of the envelope; clients that do not know it ignore it. */
  readonly data: unknown

  constructor(code: CodeNumber, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The request was understood and is refused as it stands; the caller can change it and try again. */
export const failed = (message: string, data?: unknown) => new AppError(Code.Failed, message, data)

/** The caller may not do this. */
export const denied = (message = 'no permission') => new AppError(Code.Denied, message)

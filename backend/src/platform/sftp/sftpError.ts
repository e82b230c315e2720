import { Code } from '@windlass/shared-kit/contract'
import { AppError } from '../errors.ts'

/** The answers of the protocol, version 3. */
export const Status = {
  Ok: 0,
  Eof: 1,
  NoSuchFile: 2,
  PermissionDenied: 3,
  Failure: 4,
  BadMessage: 5,
  NoConnection: 6,
  ConnectionLost: 7,
  Unsupported: 8,
} as const

const SENTENCES: Readonly<Record<number, string>> = {
  [Status.NoSuchFile]: 'there is no such file or folder',
  [Status.PermissionDenied]: 'permission denied on the server',
  [Status.BadMessage]: 'the server did not understand the request',
  [Status.Unsupported]: 'the SFTP server does not offer this',
}

/** A server said no to something about a path. */
export class SftpError extends AppError {
  override name = 'SftpError'
  readonly status: number
  readonly path: string

  constructor(status: number, path: string, said: string) {
    // "Failure" is all that OpenSSH says for a full disk, a name that is taken and much more; who asked may know better.
    const sentence = SENTENCES[status] ?? `the server refused it (${said || `status ${status}`})`
    super(Code.Failed, path === '' ? sentence : `${path}: ${sentence}`)
    this.status = status
    this.path = path
  }
}

/** Whether an error says that there is nothing of that name. */
export const isMissing = (error: unknown): boolean => error instanceof SftpError && error.status === Status.NoSuchFile

/** Whether the server said no without saying why. */
export const isBareFailure = (error: unknown): boolean => error instanceof SftpError && error.status === Status.Failure

/** undefined for what is not there; any other error stays one. */
export const orMissing = <Result>(asked: Promise<Result>): Promise<Result | undefined> =>
  asked.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

import type { SshTarget } from '../../platform/ssh/sshTarget.ts'

/** Files on their way to one server. */
export interface Transfer {
  target: SshTarget
  /** The transfer option after its variables were replaced, word by word. */
  words: readonly string[]
  /** The directory on the server that gets the files. */
  destination: string
  /** The release that is live there now; "" when there is none, or releases are not kept. */
  live: string
  /** Nobody reads the destination yet, so that files need not be replaced one by one. */
  isFresh: boolean
  seconds: number
}

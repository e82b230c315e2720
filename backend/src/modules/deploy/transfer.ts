import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { shellWords } from '../project/shellWords.ts'
import { StageError } from './deployError.ts'
import { transferVariables } from './runVariables.ts'
import type { OfTarget } from './serverTools.ts'
import { substitute } from './variables.ts'

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

/** The words of the project's transfer option for one server. @throws StageError when a quote is open */
export function transferWords(run: OfTarget, target: SshTarget): string[] {
  const words = shellWords(run.project.transferOption)
  if (words === undefined) throw new StageError('the transfer option has an open quote; correct it in the project')
  // Split first: what a variable holds is one word, whatever is in it.
  return words.map((word) => substitute(word, transferVariables(run, target)))
}

import { failed } from '../errors.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

/** One word of a POSIX shell command that means exactly this text, whatever is in it; for what is sent as a script. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * One word of a POSIX shell command that means exactly this text.
 * @throws AppError when the text holds control characters, which no path or argument of ours needs
 */
export function quotePosix(text: string): string {
  if (CONTROL.test(text)) throw failed(`${JSON.stringify(text)} holds control characters; remove them`)
  return quoteText(text)
}

/** A fixed program of `sh` as a command; its words are `$1`, `$2`…, and never read as a program. For one that reads or says much. */
export const quoteProgram = (program: string, words: readonly string[]): string =>
  `sh -c ${quoteText(program)} sh ${quoteCommand(words)}`

/** A whole command from its words, each quoted. */
export const quoteCommand = (words: readonly string[]): string => words.map(quotePosix).join(' ')

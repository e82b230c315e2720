import { stripVTControlCharacters } from 'node:util'

/** Where text goes. */
export interface TextSink {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** Something that takes a while. */
export interface Step {
  /** Replaces what is shown of it; a log that is no terminal only gets beginning and end. */
  update(detail: string): void
  done(text?: string): void
  fail(text?: string): void
}

/** Answers go to standard output, everything else to standard error, so that either can be piped away. */
export interface Output {
  isJson: boolean
  /** Begins something that takes a while. */
  step(text: string): Step
  /** A line about what happens. */
  note(text: string): void
  /** The one document of `--json`. */
  document(value: object): void
  /** The answer for people. */
  say(text: string): void
}

const DEFAULT_COLUMNS = 80
const CLEAR_LINE = '\r\u001b[2K'

/** Text of others, which must not move the cursor of our reader. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')

/** Writes for a terminal, a log, or a program. */
export function createOutput(stdout: TextSink, stderr: TextSink, isJson: boolean): Output {
  const isLive = stderr.isTTY === true
  // A longer line would wrap, and only its last row could be cleared.
  const live = (text: string) => plain(text).slice(0, (stderr.columns ?? DEFAULT_COLUMNS) - 1)
  const line = (text: string) => void stderr.write(`${plain(text)}\n`)
  return {
    isJson,
    note: line,
    step: (text) => {
      stderr.write(isLive ? live(`… ${text}`) : `… ${plain(text)}\n`)
      const end = (mark: string, outcome: string) => line(`${mark} ${outcome}`)
      const clear = () => isLive && stderr.write(CLEAR_LINE)
      return {
        update: (detail) => isLive && stderr.write(CLEAR_LINE + live(`… ${text}: ${detail}`)),
        done: (outcome = text) => {
          clear()
          end('✓', outcome)
        },
        fail: (outcome = text) => {
          clear()
          end('✕', outcome)
        },
      }
    },
    document: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    say: (text) => void (text === '' || stdout.write(`${plain(text)}\n`)),
  }
}

import { failed } from '../../platform/errors.ts'
import { quoteText } from '../../platform/ssh/quotePosix.ts'
import { GROUP_LINES } from '../../platform/ssh/remoteStepScript.ts'

/** Commands are limited by the system at 128 KiB; longer ones are read by `sh` instead. */
export const COMMAND_BYTES = 100 * 1024

/** What is sent to a server, as a command line and what that reads. */
export interface RemoteProgram {
  command: string
  stdin?: string
}

const exports = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).map(([name, value]) => `export ${name}=${quoteText(value)}`)

/**
 * A script for the login shell of a server. On standard error it first tells the number of its process group after the
 * mark, without which nobody could end what it starts. Values travel in the input, where no list of processes shows them.
 */
export function remoteProgram(script: string, env: Readonly<Record<string, string>>, mark: string): RemoteProgram {
  if (script.includes('\0')) throw failed('the script holds a NUL character; remove it')
  const tellGroup = [...GROUP_LINES, `echo "${mark} \${g:-0}" >&2`]
  const isLong = Buffer.byteLength(script) > COMMAND_BYTES
  if (isLong) return { command: 'sh -s', stdin: [...tellGroup, ...exports(env), script, ''].join('\n') }
  if (Object.keys(env).length > 0) {
    const run = `exec "\${SHELL:-sh}" -c ${quoteText(script)} < /dev/null`
    return { command: 'sh', stdin: [...tellGroup, ...exports(env), run, ''].join('\n') }
  }
  // In single quotes, because every login shell reads those in the same way.
  return { command: `sh -c '${tellGroup.join('; ')}'\n${script}` }
}

const MARK_SEARCH_BYTES = 64 * 1024

/** Finds the number of the process group among what is said on standard error, and passes on the rest. */
export function createGroupReader(mark: string) {
  let held = Buffer.alloc(0)
  let group: number | undefined
  let isOver = false
  const line = new RegExp(`${mark} (\\d+)\r?\n`)
  const reader = {
    group: () => group,
    take: (chunk: Buffer): Buffer => {
      if (isOver) return chunk
      held = Buffer.concat([held, chunk])
      const found = line.exec(held.toString('latin1'))
      if (!found) return held.length > MARK_SEARCH_BYTES ? reader.end() : Buffer.alloc(0)
      group = Number(found[1])
      const rest = Buffer.concat([held.subarray(0, found.index), held.subarray(found.index + found[0].length)])
      isOver = true
      held = Buffer.alloc(0)
      return rest
    },
    /** What was held back in search of the mark. */
    end: (): Buffer => {
      isOver = true
      const rest = held
      held = Buffer.alloc(0)
      return rest
    },
  }
  return reader
}

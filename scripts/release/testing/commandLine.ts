import { PassThrough } from 'node:stream'
import { runRelease } from '../runRelease.ts'

/** What a command line left behind. */
export interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
  /** Standard output as the document of `--json`. */
  json: () => Record<string, unknown>
}

interface Options {
  env?: Record<string, string>
  cwd?: string
  /** What somebody types at a terminal; absent means nobody is there. */
  answer?: string
}

/** Runs a command line in this process, as `release` would. */
export async function commandLine(args: readonly string[], options: Options = {}): Promise<Outcome> {
  const stdin = Object.assign(new PassThrough(), { isTTY: options.answer !== undefined })
  const stderr = Object.assign(new PassThrough(), { isTTY: options.answer !== undefined })
  const said = { stdout: '', stderr: '' }
  stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString()
  })
  if (options.answer !== undefined) stdin.write(`${options.answer}\n`)
  const exitCode = await runRelease(args, {
    env: options.env ?? {},
    cwd: options.cwd ?? '/nowhere',
    stdin,
    stdout: {
      write: (text) => {
        said.stdout += text
      },
    },
    stderr,
  })
  return { exitCode, ...said, json: () => JSON.parse(said.stdout) as Record<string, unknown> }
}

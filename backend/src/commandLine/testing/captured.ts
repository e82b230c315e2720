import { PassThrough } from 'node:stream'
import type { Surroundings } from '../runCommandLine.ts'

/** What a command line left behind. */
export interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
  /** Standard output as the document of `--json`. */
  json: () => Record<string, unknown>
}

interface Around extends Pick<Surroundings, 'cwd' | 'env'> {
  /** What is piped in. */
  input?: string
  /** What somebody types at a terminal; absent means nobody is there. */
  answer?: string | undefined
}

/** What is told of a command line that has ended. */
export const outcomeOf = (exitCode: number, stdout: string, stderr: string): Outcome => ({
  exitCode,
  stdout,
  stderr,
  json: () => JSON.parse(stdout) as Record<string, unknown>,
})

/** Runs a command line in this process and keeps what it says. */
export async function captured(
  run: (surroundings: Surroundings) => Promise<number>,
  { env, cwd, input = '', answer }: Around,
): Promise<Outcome> {
  const isTTY = answer !== undefined
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const said = { stdout: '', stderr: '' }
  stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString()
  })
  // Somebody at a terminal stays there.
  if (isTTY) stdin.write(`${answer}\n`)
  else stdin.end(input)
  const write = (text: string) => {
    said.stdout += text
  }
  const exitCode = await run({ env, cwd, stdin, stdout: { write }, stderr })
  return outcomeOf(exitCode, said.stdout, said.stderr)
}

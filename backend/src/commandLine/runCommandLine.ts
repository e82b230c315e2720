import type { Readable, Writable } from 'node:stream'
import { asCommandError, EXIT, misused } from './commandError.ts'
import { helpText, overviewText } from './helpText.ts'
import { createOutput, type Output, plain, type TextSink } from './output.ts'
import { type Grammar, type Invocation, parseCommand } from './parseCommand.ts'

/** What the command runs in: a process, or a test. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Where relative paths start. */
  cwd: string
  stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: TextSink
  stderr: TextSink & Writable
}

/** What a program does around its commands. */
export interface Program<Session> {
  grammar: Grammar<Session>
  surroundings: Surroundings
  open(invocation: Invocation<Session>, output: Output): Session
  /** Ends what was opened, whatever became of the command. */
  close?(session: Session): Promise<void>
  /** Names a failure for programs. */
  ruleOf?(error: unknown): string
}

/** How a command line is typed: people use one of two package managers. */
export const typedAs = (program: string, env: Surroundings['env']) => (command: string) =>
  `${env['npm_config_user_agent']?.startsWith('pnpm') ? `pnpm ${program}` : `npm run ${program} --`} ${command}`

async function runOne<Session>(invocation: Invocation<Session>, program: Program<Session>, output: Output) {
  const { command, given, options } = invocation
  if (!command) throw misused('name a command')
  const session = program.open(invocation, output)
  try {
    return await command.run(session, given, options)
  } finally {
    await program.close?.(session)
  }
}

/** Runs one command line. @returns the exit code */
export async function runCommandLine<Session>(args: readonly string[], program: Program<Session>): Promise<number> {
  const { grammar, surroundings } = program
  const { stdout, stderr, env } = surroundings
  // Also a command line that is not understood answers in the form that was asked for.
  const isJson = args.includes('--json')
  const output = createOutput(stdout, stderr, isJson)
  try {
    const invocation = parseCommand(args, grammar)
    const typed = typedAs(grammar.program, env)
    if (invocation.isHelp) {
      const { command } = invocation
      output.say(command ? helpText(command, grammar, typed) : overviewText(grammar, typed))
      return args.length === 0 ? EXIT.misused : EXIT.done
    }
    const { data, text, isFailure } = await runOne(invocation, program, output)
    if (isJson) output.document(data)
    else output.say(text)
    return isFailure === true ? EXIT.refused : EXIT.done
  } catch (error) {
    const { exitCode, rule, message, problems } = asCommandError(error, program.ruleOf)
    if (isJson) output.document({ error: { rule, message, problems } })
    else output.note(`${grammar.program}: ${message}`)
    if (env['WINDLASS_DEBUG'] && error instanceof Error) output.note(plain(error.stack ?? ''))
    return exitCode
  }
}

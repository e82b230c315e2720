import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { COMMANDS } from './commands.ts'
import { helpText, overviewText } from './helpText.ts'
import { openTarget } from './openTarget.ts'
import { createOutput, plain, type TextSink } from './output.ts'
import { type Invocation, parseCommand } from './parseCommand.ts'
import { asReleaseError, EXIT, misused } from './releaseError.ts'
import type { ReleaseTarget } from './releaseTarget.ts'
import type { Session } from './session.ts'

/** What the command runs in: a process, or a test. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Where relative paths start. */
  cwd: string
  stdin: Readable & { isTTY?: boolean }
  stdout: TextSink
  stderr: TextSink & Writable
}

/** Runs one command line. @returns the exit code */
export async function runRelease(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, env } = surroundings
  // Also a command line that is not understood answers in the form that was asked for.
  const isJson = args.includes('--json')
  const output = createOutput(stdout, stderr, isJson)
  try {
    const invocation = parseCommand(args, COMMANDS)
    const { command, isHelp, given, options } = invocation
    const typed = typedBy(env)
    if (isHelp) {
      output.say(command ? helpText(command, typed) : overviewText(COMMANDS, typed))
      return args.length === 0 ? EXIT.misused : EXIT.done
    }
    if (!command) throw misused('name a command')
    const { data, text } = await command.run(sessionOf(invocation, surroundings, output), given, options)
    if (isJson) output.document(data)
    else output.say(text)
    return EXIT.done
  } catch (error) {
    const { exitCode, rule, message, problems } = asReleaseError(error)
    if (isJson) output.document({ error: { rule, message, problems } })
    else output.note(`release: ${message}`)
    if (env['WINDLASS_DEBUG'] && error instanceof Error) output.note(plain(error.stack ?? ''))
    return exitCode
  }
}

/** How this command line is typed: people use one of two package managers. */
const typedBy = (env: Surroundings['env']) => (command: string) =>
  `${env['npm_config_user_agent']?.startsWith('pnpm') ? 'pnpm release' : 'npm run release --'} ${command}`

function sessionOf({ global }: Invocation, surroundings: Surroundings, output: Session['output']): Session {
  const { env, cwd } = surroundings
  const pathOf = (typed: string) => path.resolve(cwd, typed.replace(/^~(?=\/)/, env['HOME'] ?? '~'))
  const given = (name: keyof Invocation['global']) => {
    const value = global[name]
    return typeof value === 'string' ? value : undefined
  }
  let target: Promise<ReleaseTarget> | undefined
  const elsewhere = given('target')
  return {
    env,
    output,
    pathOf,
    typed: (command) => typedBy(env)(elsewhere === undefined ? command : `${command} --target ${elsewhere}`),
    target: () => {
      target ??= openTarget({
        env,
        target: elsewhere,
        namespace: given('namespace'),
        apiKeyFile: given('api-key-file'),
        pathOf,
        warn: (text) => output.note(`! ${text}`),
      })
      return target
    },
    confirm: async (question) => {
      if (global.yes !== true) await ask(question, surroundings)
    },
  }
}

async function ask(question: string, { stdin, stderr }: Surroundings): Promise<void> {
  if (!stdin.isTTY || !stderr.isTTY) throw misused(`${question} Nobody is there to ask: say so with --yes`, 'confirm')
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await terminal.question(`${plain(question)} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw misused('nothing was done', 'confirm')
  } finally {
    terminal.close()
  }
}

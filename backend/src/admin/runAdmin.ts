import path from 'node:path'
import { askSecret, askToConfirm } from '../commandLine/ask.ts'
import { CommandError, EXIT } from '../commandLine/commandError.ts'
import type { Output } from '../commandLine/output.ts'
import type { Invocation } from '../commandLine/parseCommand.ts'
import { runCommandLine, type Surroundings, typedAs } from '../commandLine/runCommandLine.ts'
import { ConfigError, type Env, readEnv } from '../env.ts'
import { ADMIN_GRAMMAR } from './grammar.ts'
import { type OpenConsole, openConsole } from './openConsole.ts'
import type { AdminSession } from './session.ts'

/** A session that knows what it has opened. */
interface Opened extends AdminSession {
  consoles: OpenConsole[]
}

function settingsOf(env: Surroundings['env']): Env {
  try {
    return readEnv({ ...env })
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(EXIT.misused, { rule: 'setting', message: error.message })
    throw error
  }
}

function sessionOf({ global }: Invocation<AdminSession>, surroundings: Surroundings, output: Output): Opened {
  const { env, cwd } = surroundings
  const settings = settingsOf(env)
  const consoles: OpenConsole[] = []
  return {
    env,
    output,
    settings,
    consoles,
    pathOf: (text) => path.resolve(cwd, text.replace(/^~(?=\/)/, env['HOME'] ?? '~')),
    typed: typedAs(ADMIN_GRAMMAR.program, env),
    open: async (wanted = 'there') => {
      const opened = await openConsole(settings, output, wanted)
      consoles.push(opened)
      return opened
    },
    confirm: async (question) => {
      if (global['yes'] !== true) await askToConfirm(question, surroundings)
    },
    secret: (what, isNew) => askSecret(what, surroundings, isNew),
  }
}

/** Runs one command line. @returns the exit code */
export const runAdmin = (args: readonly string[], surroundings: Surroundings): Promise<number> =>
  runCommandLine<AdminSession>(args, {
    grammar: ADMIN_GRAMMAR,
    surroundings,
    open: (invocation, output) => sessionOf(invocation, surroundings, output),
    close: async (session) => {
      for (const { database } of (session as Opened).consoles) await database.close()
    },
  })

import path from 'node:path'
import { ArtefactError } from '@windlass/backend/artefact/artefactError'
import { askToConfirm } from '@windlass/backend/commandLine/ask'
import type { Invocation } from '@windlass/backend/commandLine/parseCommand'
import { runCommandLine, type Surroundings, typedAs } from '@windlass/backend/commandLine/runCommandLine'
import { RELEASE_GRAMMAR } from './grammar.ts'
import { openTarget } from './openTarget.ts'
import type { ReleaseTarget } from './releaseTarget.ts'
import type { Session } from './session.ts'

/** Runs one command line. @returns the exit code */
export const runRelease = (args: readonly string[], surroundings: Surroundings): Promise<number> =>
  runCommandLine(args, {
    grammar: RELEASE_GRAMMAR,
    surroundings,
    open: (invocation, output) => sessionOf(invocation, surroundings, output),
    ruleOf: (error) => (error instanceof ArtefactError ? error.rule : 'failed'),
  })

function sessionOf({ global }: Invocation<Session>, surroundings: Surroundings, output: Session['output']): Session {
  const { env, cwd } = surroundings
  const typed = typedAs(RELEASE_GRAMMAR.program, env)
  const pathOf = (text: string) => path.resolve(cwd, text.replace(/^~(?=\/)/, env['HOME'] ?? '~'))
  const given = (name: string) => {
    const value = global[name]
    return typeof value === 'string' ? value : undefined
  }
  let target: Promise<ReleaseTarget> | undefined
  const elsewhere = given('target')
  return {
    env,
    output,
    pathOf,
    typed: (command) => typed(elsewhere === undefined ? command : `${command} --target ${elsewhere}`),
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
      if (global['yes'] !== true) await askToConfirm(question, surroundings)
    },
  }
}

import { captured, type Outcome } from '@windlass/backend/commandLine/testing/captured'
import { runRelease } from '../runRelease.ts'

interface Options {
  env?: Record<string, string>
  cwd?: string
  /** What somebody types at a terminal; absent means nobody is there. */
  answer?: string
}

/** Runs a command line in this process, as `release` would. */
export const commandLine = (
  args: readonly string[],
  { env = {}, cwd = '/nowhere', answer }: Options = {},
): Promise<Outcome> => captured((surroundings) => runRelease(args, surroundings), { env, cwd, answer })

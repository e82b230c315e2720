import path from 'node:path'
import { execa } from 'execa'
import { captured, type Outcome, outcomeOf } from '../../commandLine/testing/captured.ts'
import type { Env } from '../../env.ts'
import { runAdmin } from '../runAdmin.ts'

interface Options {
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>
  /** What is piped in. */
  input?: string
  cwd?: string
  variables?: Record<string, string>
}

const ADMIN = path.join(import.meta.dirname, '../../admin.ts')

/**
 * Runs a command line of `admin` as people do, in a process of its own: two that write into SQLite from one process
 * keep each other waiting in vain.
 * @param killAt ends it as if the power was cut, as soon as it says this
 */
export async function adminProcess(
  args: readonly string[],
  { env, variables }: Pick<Options, 'env' | 'variables'>,
  killAt?: string,
): Promise<Outcome & { isKilled: boolean }> {
  const { DATA_DIR, DATABASE_URL } = env
  const command = execa(process.execPath, [ADMIN, ...args], {
    env: { DATA_DIR, DATABASE_URL, ...variables },
    reject: false,
    stdin: 'ignore',
  })
  command.stderr.on('data', (chunk: Buffer) => {
    if (killAt !== undefined && chunk.toString().includes(killAt)) command.kill('SIGKILL')
  })
  const { exitCode = -1, stdout, stderr, signal } = await command
  return { ...outcomeOf(exitCode, stdout, stderr), isKilled: signal === 'SIGKILL' }
}

/** Runs a command line of `admin` in this process, beside the console of the given settings. */
export const adminLine = (args: readonly string[], { env, input = '', cwd, variables }: Options): Promise<Outcome> =>
  captured((surroundings) => runAdmin(args, surroundings), {
    env: { DATA_DIR: env.DATA_DIR, DATABASE_URL: env.DATABASE_URL, ...variables },
    cwd: cwd ?? env.DATA_DIR,
    input,
  })

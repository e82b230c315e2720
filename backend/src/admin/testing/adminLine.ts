import path from 'node:path'
import { PassThrough } from 'node:stream'
import { execa } from 'execa'
import type { Env } from '../../env.ts'
import { runAdmin } from '../runAdmin.ts'

/** What a command line left behind. */
export interface AdminOutcome {
  exitCode: number
  stdout: string
  stderr: string
  /** Standard output as the document of `--json`. */
  json: () => Record<string, unknown>
}

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
): Promise<AdminOutcome & { isKilled: boolean }> {
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
  const json = () => JSON.parse(stdout) as Record<string, unknown>
  return { exitCode, stdout, stderr, json, isKilled: signal === 'SIGKILL' }
}

/** Runs a command line of `admin` in this process, beside the console of the given settings. */
export async function adminLine(
  args: readonly string[],
  { env, input = '', cwd, variables }: Options,
): Promise<AdminOutcome> {
  const stdin = Object.assign(new PassThrough(), { isTTY: false })
  const stderr = Object.assign(new PassThrough(), { isTTY: false })
  const said = { stdout: '', stderr: '' }
  stderr.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString()
  })
  stdin.end(input)
  const exitCode = await runAdmin(args, {
    env: { DATA_DIR: env.DATA_DIR, DATABASE_URL: env.DATABASE_URL, ...variables },
    cwd: cwd ?? env.DATA_DIR,
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

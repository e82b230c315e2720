import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { execa } from 'execa'
import type { ConsoleProcess } from './consoleProcess.ts'
import { openApi } from './fixtures.ts'
import { ROOT } from './workspace.ts'

const COMMAND = path.join(ROOT, 'scripts/release.ts')

/** How a command ended that was expected to be refused. */
export interface Refusal {
  exitCode: number
  rule: string
  message: string
}

/** The release command as a team runs it: a process of its own, with the team's keys in its environment. */
export interface ReleaseCommand {
  /** Where it runs; its key files lie here. */
  folder: string
  env: Readonly<Record<string, string>>
  /** Runs one command line and answers its document; throws with everything it said when it fails. */
  release(...args: string[]): Promise<Record<string, unknown>>
  /** Runs one that must fail. */
  refused(...args: string[]): Promise<Refusal>
  remove(): void
}

const failureOf = (args: readonly string[], { exitCode, all }: { exitCode?: number; all?: string }) =>
  new Error(`release ${args.join(' ')} ended with ${exitCode}:\n${all ?? ''}`)

/** Gives a team a folder, an API key of the administrator and a signing key that the console trusts for all areas. */
export async function openReleaseCommand({ url }: ConsoleProcess, team = 'logs-team'): Promise<ReleaseCommand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-team-'))
  const api = await openApi(url)
  const env = {
    WINDLASS_TARGET: url,
    WINDLASS_API_KEY: await api.call(UserGenerateApiKey),
    WINDLASS_SIGNING_KEY: path.join(folder, 'team.pem'),
  }
  const run = async (args: readonly string[]) => {
    const options = { cwd: folder, env, all: true, reject: false } as const
    return execa(process.execPath, [COMMAND, ...args, '--json'], options)
  }
  const release = async (...args: string[]) => {
    const outcome = await run(args)
    if (outcome.exitCode !== 0) throw failureOf(args, outcome)
    return JSON.parse(outcome.stdout) as Record<string, unknown>
  }
  await release('keygen', '--team', team, '--out', 'team.pem')
  await release('trust', '--team', team, '--key', 'team.pub.pem')
  return {
    folder,
    env,
    release,
    refused: async (...args) => {
      const outcome = await run(args)
      if (outcome.exitCode === 0) throw failureOf(args, outcome)
      const { error } = JSON.parse(outcome.stdout) as { error: { rule: string; message: string } }
      return { exitCode: outcome.exitCode ?? -1, ...error }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

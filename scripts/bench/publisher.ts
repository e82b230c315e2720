import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { ConsoleProcess } from '@windlass/e2e/support/consoleProcess'
import { openApi } from '@windlass/e2e/support/fixtures'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { ROOT } from '../build/workspace.ts'

/** Runs `pnpm release` with these arguments; a refusal fails the benchmark. */
export type Release = (...args: string[]) => void

/** A team that may release: the command line with its keys, as it runs in CI. */
export async function publisher({ url }: ConsoleProcess, folder: string): Promise<Release> {
  const api = await openApi(url)
  const key = path.join(folder, 'team.pem')
  const env = {
    ...process.env,
    WINDLASS_TARGET: url,
    WINDLASS_API_KEY: await api.call(UserGenerateApiKey),
    WINDLASS_SIGNING_KEY: key,
  }
  const release: Release = (...args) => {
    const command = [path.join(ROOT, 'scripts/release.ts'), ...args, '--json']
    const { status, stderr, stdout } = spawnSync(process.execPath, command, { env, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`release ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  }
  release('keygen', '--team', 'bench', '--out', key)
  release('trust', '--team', 'bench', '--key', path.join(folder, 'team.pub.pem'))
  return release
}

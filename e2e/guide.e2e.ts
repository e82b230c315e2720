import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { openApi } from './support/fixtures.ts'
import { CONSOLE_DIR, ROOT } from './support/workspace.ts'

const GUIDE = 'docs/area-team-guide.md'

/** Every line of the guide's blocks marked `run`, without what explains it. */
const commands = [...readFileSync(path.join(ROOT, GUIDE), 'utf8').matchAll(/^```sh run\n([^]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split('\n'))
  .map((line) => line.replace(/ +#.*$/, '').trim())
  .filter((line) => line !== '')

describe('the guide for area teams', () => {
  // Stands for the reader's checkout, so that nothing a command writes ends up in the real one.
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-guide-'))
  let server: ConsoleProcess
  let env: Record<string, string>

  beforeAll(async () => {
    server = await startConsole()
    const api = await openApi(server.url)
    env = {
      WORKSPACE: ROOT,
      WINDLASS_TARGET: server.url,
      WINDLASS_API_KEY: await api.call(UserGenerateApiKey),
      WINDLASS_SIGNING_KEY: path.join(folder, 'logs-team.pem'),
    }
    symlinkSync(path.dirname(CONSOLE_DIR), path.join(folder, 'dist'))
  })
  afterAll(async () => {
    await server?.remove()
    rmSync(folder, { recursive: true })
  })

  it('has commands to run', () => expect(commands.length).toBeGreaterThan(10))

  it.each(commands)('says %s, and it works', async (line) => {
    // The same script, from a folder that is not the workspace.
    const typed = line.replace('npm run', 'npm --prefix "$WORKSPACE" run')
    const { exitCode, all } = await execa(typed, { cwd: folder, env, all: true, shell: true, reject: false })
    expect({ exitCode, said: exitCode === 0 ? '' : all }).toEqual({ exitCode: 0, said: '' })
  })
})

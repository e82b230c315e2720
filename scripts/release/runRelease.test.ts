import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parsePublicKey } from '@windlass/backend/artefact/signature'
import { parseCommand } from '@windlass/backend/commandLine/parseCommand'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { RELEASE_GRAMMAR } from './grammar.ts'
import { commandLine } from './testing/commandLine.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'windlass-cli-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

const says = async (line: string, env: Record<string, string> = {}) => {
  const { exitCode, stderr } = await commandLine(line.split(' '), { cwd, env })
  return { exitCode, stderr: stderr.trim() }
}

describe('a command line that is not understood', () => {
  it.each([
    ['publsh logs', 'there is no command publsh: did you mean publish?'],
    ['publish logs --artefac x', 'publish has no option --artefac: did you mean --artefact?'],
    ['promote logs', 'promote needs <version>: release promote <remote> <version>'],
    ['promote logs 1.0.0 now', 'promote does not take "now": release promote <remote> <version>'],
    ['promote Logs 1.0.0', '"Logs" is no area: name one as logs or remote-logs'],
    ['promote logs v1.0.0', '"v1.0.0" is no version: leave out the v (1.0.0)'],
    ['promote logs 1.0', '"1.0" is no version: give one as 1.2.0 or 1.2.0-beta.1 (semver.org)'],
    ['promote logs 1.0.0+7', '"1.0.0+7" has build metadata, which no address can hold: leave out what follows +'],
    ['disable logs', 'disable needs --reason <text>'],
    ['disable logs --reason --yes', '--reason needs a value: --reason <text>'],
    ['enable logs --json=yes', '--json takes no value'],
    ['canary logs 1.0.0 --percent 1 --percent 2', '--percent is given twice'],
    ['rule logs', 'rule needs --failures <percent> or --off, one of them'],
    ['history --rows 0', '--rows takes a number from 1 to 500, not 0'],
    ['publish logs 1.0.0 --key x --dir a --artefact b', 'give --dir or --artefact, not both'],
  ])('%s', async (line, message) => {
    expect(await says(line)).toEqual({ exitCode: 2, stderr: `release: ${message}` })
  })

  it('answers as JSON when that was asked for', async () => {
    const outcome = await commandLine(['promote', 'logs', '--json'], { cwd })
    expect(outcome.exitCode).toBe(2)
    expect(outcome.stderr).toBe('')
    expect(outcome.json()).toMatchObject({ error: { rule: 'usage', problems: [] } })
  })
})

describe('secrets', () => {
  it.each(['--api-key abc', '--api-key=abc', '--signing-key abc', '--password abc'])(
    'are refused as %s',
    async (given) => {
      const { exitCode, stderr } = await says(`list ${given}`)
      expect(exitCode).toBe(2)
      expect(stderr).toContain('is not taken')
      expect(stderr).not.toContain('abc')
    },
  )

  it('are refused inside the address of the target', async () => {
    const { exitCode, stderr } = await says('list --target https://me:geheim@console.example.org')
    expect(exitCode).toBe(2)
    expect(stderr).not.toContain('geheim')
  })

  it('are refused as the value of --key', async () => {
    const outcome = await commandLine(['publish', 'logs', '--key', '-----BEGIN PRIVATE KEY-----'], { cwd })
    expect(outcome.exitCode).toBe(2)
    // A value that begins with a dash is not even read.
    expect(outcome.stderr).toContain('--key')
  })

  it('say where an API key is made when there is none', async () => {
    const { exitCode, stderr } = await says('list --target https://console.example.org/tools')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('open https://console.example.org/tools#/user/profile')
    expect(stderr).toContain('WINDLASS_API_KEY')
  })

  it('say when the file of the API key is of no use', async () => {
    expect(await says('list --target https://x.example --api-key-file gone')).toMatchObject({ exitCode: 2 })
    writeFileSync(path.join(cwd, 'empty'), '\n')
    const { stderr } = await says('list --target https://x.example --api-key-file empty')
    expect(stderr).toContain('is empty')
  })

  it('say which signing key is missing before anything is asked of the target', async () => {
    const { exitCode, stderr } = await says('publish logs 1.0.0 --target http://127.0.0.1:1', { WINDLASS_API_KEY: 'k' })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('WINDLASS_SIGNING_KEY')
  })
})

describe('help', () => {
  it('lists every command and every exit code', async () => {
    const { exitCode, stdout } = await commandLine(['--help'])
    expect(exitCode).toBe(0)
    for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name} `)
    for (const code of [0, 1, 2, 3, 4]) expect(stdout).toContain(`\n  ${code}  `)
  })

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'of %s has examples that parse',
    async (name, command) => {
      const { exitCode, stdout } = await commandLine([name, '--help'])
      expect(exitCode).toBe(0)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) {
        expect(stdout).toContain(`npm run release -- ${example}`)
        const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
        expect(parseCommand(words, RELEASE_GRAMMAR)).toMatchObject({ isHelp: false, command: { name } })
      }
    },
  )

  it('is what somebody gets who names no command, and that is not success', async () => {
    expect(await commandLine([])).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('Commands') })
  })

  it('shows commands as the package manager at hand takes them', async () => {
    const { stdout } = await commandLine(['publish', '--help'], { env: { npm_config_user_agent: 'pnpm/12.0.0 npm/?' } })
    expect(stdout).toContain('  pnpm release publish logs 1.1.0')
  })
})

describe('keygen', () => {
  it('writes a private key that only its owner reads, and says what comes next', async () => {
    const { exitCode, stdout } = await commandLine(['keygen', '--team', 'Logs Team', '--json'], { cwd })
    expect(exitCode).toBe(0)
    const answer = JSON.parse(stdout) as Record<string, string>
    const file = path.join(cwd, 'logs-team.pem')
    expect(answer).toMatchObject({ privateKeyFile: file, publicKeyFile: path.join(cwd, 'logs-team.pub.pem') })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(stdout).not.toContain('PRIVATE KEY')
    const publicKey = readFileSync(path.join(cwd, 'logs-team.pub.pem'), 'utf8')
    expect(parsePublicKey(publicKey)).toEqual({ keyId: answer['keyId'], publicKey: answer['publicKey'] })
    expect(answer['next']).toBe('npm run release -- trust --team "Logs Team" --key logs-team.pub.pem')
  })

  it('never overwrites a key', async () => {
    writeFileSync(path.join(cwd, 'team.pem'), 'mine')
    const { exitCode, stderr } = await says('keygen --team team')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('never overwritten')
    expect(readFileSync(path.join(cwd, 'team.pem'), 'utf8')).toBe('mine')
  })
})

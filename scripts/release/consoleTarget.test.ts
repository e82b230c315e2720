import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConsoleProcess, startConsole } from '@windlass/e2e/support/consoleProcess'
import { type Api, openApi } from '@windlass/e2e/support/fixtures'
import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import { RoleAdd } from '@windlass/shared-kit/contract/role'
import { UserGenerateApiKey, UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from './testing/commandLine.ts'
import { writeEmptyConsole } from './testing/emptyConsole.ts'
import { releaseProcess, stoppedBuild } from './testing/releaseProcess.ts'

const LIMIT_MS = 180_000

let cwd = ''
let server: ConsoleProcess
let api: Api
let env: Record<string, string> = {}

/** Runs a command as somebody would, and takes its answer as a program would. */
const release = async (line: string, changed: Record<string, string> = {}) => {
  const outcome = await commandLine([...line.split(' '), '--json'], { cwd, env: { ...env, ...changed } })
  return { exitCode: outcome.exitCode, ...outcome.json() }
}
const refusal = (rule: string, message: RegExp) => ({
  error: expect.objectContaining({ rule, message: expect.stringMatching(message) }),
})

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'windlass-cli-'))
  writeEmptyConsole(path.join(cwd, 'console'))
  server = await startConsole({ env: { CONSOLE_DIR: path.join(cwd, 'console') } })
  api = await openApi(server.url)
  env = {
    WINDLASS_TARGET: server.url,
    WINDLASS_API_KEY: await api.call(UserGenerateApiKey),
    WINDLASS_SIGNING_KEY: path.join(cwd, 'team.pem'),
  }
}, LIMIT_MS)
afterAll(async () => {
  await server.remove()
  rmSync(cwd, { recursive: true, force: true })
})

describe('a release into a console', { timeout: LIMIT_MS }, () => {
  it('is refused until the key is trusted', async () => {
    expect(await release('keygen --team team')).toMatchObject({ exitCode: 0 })
    const answer = await release('publish logs 1.0.0')
    expect(answer).toEqual({ exitCode: 1, ...refusal('signature', /may not sign logs .* trust --team/) })
    expect(await release('trust --team team --key team.pub.pem --remotes remote-logs')).toMatchObject({
      exitCode: 0,
      remotes: ['logs'],
    })
  })

  it('publishes what it built, checked and signed', async () => {
    const args = ['publish', 'logs', '1.0.0', '--out', 'logs.tgz', '--json']
    const { exitCode, stdout, stderr } = await releaseProcess(args, { cwd, env })
    expect(stderr).toMatch(/✓ built logs 1\.0\.0 .*\n(✓ .*\n){8}/)
    expect(stderr).toMatch(/✓ sent logs 1\.0\.0 to http:\S+, [\d.]+ kB/)
    expect(exitCode).toBe(0)
    const next = [expect.stringContaining('canary logs 1.0.0'), expect.stringContaining('promote logs 1.0.0')]
    expect(JSON.parse(stdout)).toMatchObject({ remote: 'logs', version: '1.0.0', target: server.url, next })
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no folder behind when a build is stopped by %s', async (signal, exitCode) => {
    const temporary = mkdtempSync(path.join(cwd, 'tmp-'))
    const outcome = await stoppedBuild(['check', 'logs', '9.9.9'], { cwd, env: { ...env, TMPDIR: temporary } }, signal)
    expect(outcome).toEqual({ exitCode, hadBegun: true })
    expect(readdirSync(temporary).filter((name) => name.startsWith('windlass-release-'))).toEqual([])
  })

  it('refuses a version that is there, before it builds anything', async () => {
    const answer = await release('publish logs 1.0.0')
    expect(answer).toEqual({ exitCode: 1, ...refusal('version', /published already/) })
  })

  it('stages, promotes and takes back', async () => {
    expect((await releaseProcess(['publish', 'logs', '1.1.0'], { cwd, env })).exitCode).toBe(0)
    expect(await release('promote logs 1.0.0 --yes')).toMatchObject({ exitCode: 0, from: '' })
    expect(await release('canary logs 1.1.0 --namespaces 1 --users admin,me --percent 12.5%')).toEqual({
      exitCode: 0,
      remote: 'logs',
      version: '1.1.0',
      audience: { namespaceIds: [1], userIds: [1], percent: 12.5 },
    })
    expect(await release('rule logs --failures 5')).toMatchObject({ isOn: true, failurePercent: 5, minLoads: 50 })
    expect(await release('list')).toMatchObject({
      exitCode: 0,
      list: [{ remote: 'logs', stable: '1.0.0', canary: { version: '1.1.0' }, rule: { isOn: true } }],
    })
    expect(await release('rollback logs --yes')).toMatchObject({ version: '1.0.0', from: '1.1.0' })
    expect(await release('promote logs 1.1.0 --yes')).toMatchObject({ exitCode: 0, from: '1.0.0' })
    expect(await release('rollback logs --yes')).toMatchObject({ version: '1.0.0', from: '1.1.0' })
    expect(await release('rule logs --off')).toMatchObject({ isOn: false })
    const { list } = (await release('list logs')) as { list?: unknown }
    expect(list).toMatchObject([
      { version: '1.1.0', channel: 'none', team: 'team', publishedBy: 'Administrator' },
      { version: '1.0.0', channel: 'stable' },
    ])
  })

  it('compares versions and tells what was done', async () => {
    expect(await release('diff logs 1.0.0 1.1.0')).toMatchObject({ from: '1.0.0', routes: { added: [], removed: [] } })
    const text = (await commandLine(['diff', 'logs', '1.0.0', '1.1.0'], { cwd, env })).stdout
    expect(text).toMatch(/^logs 1\.0\.0 → 1\.1\.0\nsize: [\d.]+ kB/)
    const kinds = (await commandLine(['history', 'logs'], { cwd, env })).stdout
    for (const kind of ['publish', 'canary', 'rule', 'promote', 'rollback']) expect(kinds).toContain(`  ${kind}  `)
  })

  it('pins, turns off and on', async () => {
    expect(await release('pin logs')).toMatchObject({ exitCode: 0, version: '1.0.0' })
    expect(await release('promote logs 1.1.0 --yes')).toEqual({ exitCode: 1, ...refusal('console', /pinned/) })
    expect(await release('unpin logs')).toMatchObject({ exitCode: 0 })
    expect(await release('disable logs --reason wrong --yes')).toMatchObject({ exitCode: 0, reason: 'wrong' })
    expect((await commandLine(['list'], { cwd, env })).stdout).toContain('! off: wrong')
    expect(await release('enable logs')).toMatchObject({ exitCode: 0 })
  })

  it('makes a link that shows a candidate', async () => {
    const link = await release('preview logs 1.1.0 --user admin --hours 1')
    expect(link).toMatchObject({ exitCode: 0, user: 'admin', url: expect.stringContaining(`${server.url}/preview/`) })
  })

  it('lists the links there are, and ends one', async () => {
    const { list } = (await release('previews logs')) as unknown as { list: { id: number }[] }
    expect(list).toMatchObject([{ remote: 'logs', version: '1.1.0', openTime: '', isRevoked: false }])
    expect(await release('previews server')).toEqual({ exitCode: 0, list: [] })
    const id = list[0]?.id ?? 0
    expect(await release(`revoke-preview ${id}`)).toEqual({ exitCode: 0, id, remote: 'logs', version: '1.1.0' })
    expect(await release('previews')).toMatchObject({ list: [{ id, isRevoked: true }] })
    expect(await release('revoke-preview 4711')).toEqual({ exitCode: 1, ...refusal('preview', /no link 4711/) })
    expect(await release('revoke-preview all')).toEqual({ exitCode: 2, ...refusal('usage', /no link/) })
    const people = await commandLine(['previews', 'logs'], { cwd, env })
    expect(people.stdout).toMatch(/LINK.*SHOWN TO.*\n.*logs.*1\.1\.0.*never.*ended/)
  })

  it('asks somebody at a terminal, and does nothing without a yes', async () => {
    const asked = await commandLine(['promote', 'logs', '1.1.0'], { cwd, env, answer: 'n' })
    expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('1.1.0 instead of 1.0.0 to everybody') })
    expect(await release('list')).toMatchObject({ list: [{ stable: '1.0.0' }] })
    expect(await commandLine(['promote', 'logs', '1.1.0'], { cwd, env, answer: 'y' })).toMatchObject({ exitCode: 0 })
    expect(await release('list')).toMatchObject({ list: [{ stable: '1.1.0' }] })
  })

  it('does nothing without a yes where nobody can be asked', async () => {
    for (const line of ['promote logs 1.0.0', 'rollback logs', 'disable logs --reason x']) {
      expect(await release(line)).toEqual({ exitCode: 2, ...refusal('confirm', /--yes/) })
    }
  })

  it('refuses a candidate that does not fit the console, with every reason', async () => {
    // Only the archive knows its version, so this is found by the checks.
    expect(await release('publish logs --artefact logs.tgz')).toEqual({
      exitCode: 1,
      error: { rule: 'checks', message: expect.any(String), problems: [expect.objectContaining({ rule: 'version' })] },
    })
  })

  it('takes no signature of a key that was revoked', async () => {
    const { list } = (await release('keys logs')) as unknown as { list: { keyId: string }[] }
    expect(await release(`revoke ${list[0]?.keyId.slice(0, 8)} --yes`)).toMatchObject({ exitCode: 0, team: 'team' })
    expect(await release('publish logs 1.2.0')).toEqual({ exitCode: 1, ...refusal('signature', /may not sign/) })
  })
})

describe('somebody who may not', { timeout: LIMIT_MS }, () => {
  it('is told which permission is missing, and CI by the exit code', async () => {
    const { id: roleId } = await api.call(RoleAdd, { name: 'visitor', description: '' })
    const { id: userId } = await api.call(UserAdd, { account: 'visitor', name: 'Visitor', password: 'Harbour@1' })
    await api.call(NamespaceAddUser, { namespaceId: 1, userIds: [userId], roleId })
    await api.call(UserLogin, { account: 'visitor', password: 'Harbour@1', newPassword: 'Harbour@22' })
    const visitor = await openApi(server.url, { account: 'visitor', password: 'Harbour@22' })
    const key = { WINDLASS_API_KEY: await visitor.call(UserGenerateApiKey) }
    expect(await release('list', key)).toEqual({ exitCode: 4, ...refusal('permission', /ShowReleasePage/) })
    expect(await release('enable logs', key)).toEqual({ exitCode: 4, ...refusal('permission', /SwitchRemote/) })
    const elsewhere = { ...key, WINDLASS_NAMESPACE: 'nowhere' }
    expect(await release('list', elsewhere)).toEqual({ exitCode: 4, ...refusal('permission', /no namespace nowhere/) })
  })

  it('is refused with a key that nobody has', async () => {
    const answer = await release('list', { WINDLASS_API_KEY: 'x'.repeat(32) })
    expect(answer).toEqual({ exitCode: 4, ...refusal('permission', /not known/) })
  })
})

describe('a target that is no console', { timeout: LIMIT_MS }, () => {
  let other: Server | undefined
  afterEach(() => {
    other?.closeAllConnections()
    other?.close()
    other = undefined
  })

  const listening = async (answer: RequestListener) => {
    other = createServer(answer)
    await new Promise<void>((resolve) => other?.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(other.address() as AddressInfo).port}`
  }
  const listAt = (target: string) => release('list', { WINDLASS_TARGET: target })

  it('is told from one that is down', async () => {
    const place = await listening((_request, reply) => reply.end())
    other?.close()
    expect(await listAt(`http://${place}`)).toEqual({ exitCode: 3, ...refusal('connection', /nothing listens there/) })
  })

  it.each([
    [200, 'not-windlass', /not as a Windlass console/],
    [413, 'size', /client_max_body_size/],
    [502, 'proxy', /is down or starting/],
  ])('is told by its answer: %i', async (status, rule, message) => {
    const place = await listening((_request, reply) =>
      reply.writeHead(status, { 'content-type': 'text/html' }).end('<p>'),
    )
    expect(await listAt(`http://${place}`)).toEqual({ exitCode: 3, ...refusal(rule, message) })
  })

  it('never gets the API key by a redirect', async () => {
    const asked: string[] = []
    const place = await listening((request, reply) => {
      asked.push(request.url ?? '')
      reply.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await listAt(`http://${place}`)).toEqual({ exitCode: 3, ...refusal('redirect', /leads on to \/elsewhere/) })
    expect(asked).toHaveLength(1)
  })

  it('is told when it does not speak TLS', async () => {
    const place = await listening((_request, reply) => reply.end())
    expect(await listAt(`https://${place}`)).toEqual({ exitCode: 3, ...refusal('connection', /does not speak TLS/) })
  })

  it('is asked again when a console restarts behind its proxy', async () => {
    let count = 0
    const place = await listening((_request, reply) => {
      count += 1
      if (count === 1) return reply.writeHead(502).end()
      return reply.end(JSON.stringify({ code: 0, message: '', data: { list: [] } }))
    })
    expect(await listAt(`http://${place}`)).toEqual({ exitCode: 4, ...refusal('permission', /in no namespace/) })
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packArtefact } from '@windlass/backend/artefact/archive'
import { makeArtefact } from '@windlass/backend/artefact/testing/makeArtefact'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from './testing/commandLine.ts'
import { writeEmptyConsole } from './testing/emptyConsole.ts'
import { releaseProcess } from './testing/releaseProcess.ts'

const LIMIT_MS = 180_000

let cwd = ''
let env: Record<string, string> = {}
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'windlass-cli-'))
  env = { WINDLASS_SIGNING_KEY: path.join(cwd, 'team.pem') }
  writeEmptyConsole(path.join(cwd, 'static'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

const release = async (line: string, changed: Record<string, string> = {}) => {
  const outcome = await commandLine([...line.split(' '), '--target', 'static', '--json'], {
    cwd,
    env: { ...env, ...changed },
  })
  return { exitCode: outcome.exitCode, ...outcome.json() }
}
const refusal = (rule: string, message: RegExp) => ({
  error: expect.objectContaining({ rule, message: expect.stringMatching(message) }),
})
const fileOf = (name: string) => path.join(cwd, 'static', name)
const registry = () =>
  JSON.parse(readFileSync(fileOf('registry.json'), 'utf8')) as { remotes: Record<string, { version: string }> }

describe('a release into a folder', { timeout: LIMIT_MS }, () => {
  it('needs no console and no API key', async () => {
    expect(await release('keygen --team team')).toMatchObject({ exitCode: 0 })
    expect(await release('trust --team team --key team.pub.pem')).toMatchObject({ exitCode: 0, remotes: [] })
    expect(await release('keys')).toMatchObject({ list: [{ team: 'team', isRevoked: false }] })
    const args = ['publish', 'logs', '1.0.0', '--target', 'static', '--out', 'logs.tgz', '--json']
    const { exitCode, stdout, stderr } = await releaseProcess(args, { cwd, env })
    expect(stderr).toContain('✓ built logs 1.0.0')
    expect(exitCode).toBe(0)
    // A folder has no canary to offer.
    expect(JSON.parse(stdout)).toMatchObject({ next: ['npm run release -- promote logs 1.0.0 --target static'] })
    expect(registry().remotes).not.toHaveProperty('logs')
  })

  it('shows what is promoted to whoever loads the page', async () => {
    expect(await release('promote logs 1.0.0 --yes')).toMatchObject({ exitCode: 0 })
    expect(registry().remotes['logs']?.version).toBe('1.0.0')
    expect(readFileSync(fileOf('index.html'), 'utf8')).toContain('"version":"1.0.0"')
    const { files } = JSON.parse(readFileSync(fileOf('remotes/logs/1.0.0/contents.json'), 'utf8')) as { files: object }
    for (const name of Object.keys(files)) expect(() => readFileSync(fileOf(`remotes/logs/${name}`))).not.toThrow()
  })

  it('goes back, compares, and tells what was done', async () => {
    const args = ['publish', 'logs', '1.1.0', '--target', 'static', '--base', 'https://cdn.example.org/logs']
    expect((await releaseProcess(args, { cwd, env })).exitCode).toBe(0)
    expect(await release('promote logs 1.1.0 --yes')).toMatchObject({ exitCode: 0, from: '1.0.0' })
    expect(registry().remotes['logs']).toMatchObject({ version: '1.1.0', base: 'https://cdn.example.org/logs/' })
    expect(await release('diff logs 1.0.0 1.1.0')).toMatchObject({ exitCode: 0, texts: { added: [], removed: [] } })
    expect(await release('rollback logs --yes')).toMatchObject({ exitCode: 0, version: '1.0.0', from: '1.1.0' })
    expect(registry().remotes['logs']?.version).toBe('1.0.0')
    expect(await release('list logs')).toMatchObject({
      list: [
        { version: '1.1.0', channel: 'none' },
        { version: '1.0.0', channel: 'stable' },
      ],
    })
    expect(await release('pin logs')).toMatchObject({ exitCode: 0, version: '1.0.0' })
    expect(await release('promote logs 1.1.0 --yes')).toMatchObject({ exitCode: 1, ...refusal('channel', /pinned/) })
    expect(await release('unpin logs')).toMatchObject({ exitCode: 0 })
    expect(await release('disable logs --reason wrong --yes')).toMatchObject({ exitCode: 0 })
    expect(registry()).toMatchObject({ off: { logs: { reason: 'operator', message: 'wrong' } } })
    expect(await release('enable logs')).toMatchObject({ exitCode: 0 })
    const { list } = (await release('history logs')) as unknown as { list: { kind: string }[] }
    expect(new Set(list.map(({ kind }) => kind))).toEqual(
      new Set(['publish', 'promote', 'rollback', 'pin', 'unpin', 'disable', 'enable']),
    )
  })

  it.each(['canary logs 1.1.0 --percent 10', 'end-canary logs', 'rule logs --off', 'preview logs 1.1.0', 'previews'])(
    'says that a folder cannot: %s',
    async (line) => {
      expect(await release(line)).toEqual({ exitCode: 1, ...refusal('folder', /console/) })
    },
  )

  it('takes an archive that was signed before, and none that nobody signed or somebody else did', async () => {
    writeEmptyConsole(path.join(cwd, 'other'))
    const into = (line: string, changed: Record<string, string>) =>
      commandLine([...line.split(' '), '--target', 'other', '--json'], { cwd, env: changed })
    expect((await into('publish logs --artefact logs.tgz', {})).json()).toEqual(
      refusal('signature', /may not sign logs/),
    )
    await into('trust --team team --key team.pub.pem --remotes server', {})
    expect((await into('publish logs --artefact logs.tgz', {})).json()).toEqual(refusal('signature', /may not sign/))
    await into('keygen --team intruder', {})
    const intruder = { WINDLASS_SIGNING_KEY: 'intruder.pem' }
    expect((await into('publish logs --artefact logs.tgz', intruder)).json()).toEqual(
      refusal('signature', /may not sign/),
    )
    await into('trust --team logs-team --key intruder.pub.pem --remotes logs', {})
    expect(await into('publish logs --artefact logs.tgz', intruder)).toMatchObject({ exitCode: 0 })
  })

  it('takes the key itself from the secrets of CI', async () => {
    writeEmptyConsole(path.join(cwd, 'ci'))
    const pem = readFileSync(path.join(cwd, 'team.pem'), 'utf8').replaceAll('\n', '\\n')
    const into = (line: string) =>
      commandLine([...line.split(' '), '--target', 'ci', '--json'], { cwd, env: { WINDLASS_SIGNING_KEY_PEM: pem } })
    await into('trust --team team --key team.pub.pem')
    expect(await into('publish logs --artefact logs.tgz')).toMatchObject({ exitCode: 0 })
  })

  it('refuses an archive that is cut off or holds something else', async () => {
    writeFileSync(path.join(cwd, 'cut.tgz'), readFileSync(path.join(cwd, 'logs.tgz')).subarray(0, 2000))
    expect(await release('publish logs --artefact cut.tgz')).toMatchObject({ exitCode: 1, error: { rule: 'archive' } })
    expect(await release('publish server --artefact logs.tgz')).toMatchObject({
      exitCode: 1,
      ...refusal('name', /holds logs/),
    })
    expect(await release('publish logs 2.0.0 --artefact logs.tgz')).toMatchObject({
      exitCode: 1,
      ...refusal('version', /1\.0\.0/),
    })
    expect(await release('publish logs --artefact gone.tgz')).toMatchObject({ exitCode: 2 })
  })

  it('says everything that speaks against a candidate, and which rule each is', async () => {
    const contents = { needs: { react: '^1.0.0' }, permissions: [9_999] }
    writeFileSync(path.join(cwd, 'bad.tgz'), await packArtefact(await makeArtefact({ version: '9.0.0', contents })))
    const answer = (await release('check logs --artefact bad.tgz')) as { error?: { problems: { rule: string }[] } }
    expect(answer).toMatchObject({ exitCode: 1, error: { rule: 'checks' } })
    expect(new Set(answer.error?.problems.map(({ rule }) => rule))).toEqual(new Set(['shared', 'permissions']))
    const { stderr } = await commandLine(['check', 'logs', '--artefact', 'bad.tgz', '--target', 'static'], { cwd, env })
    expect(stderr).toMatch(/✕ the console provides what it shares\n {4}.*react \^1\.0\.0/)
    expect(stderr).toContain('✓ this version is new')
  })

  it('notices an edit by hand, and writes everything anew when asked to', async () => {
    const text = readFileSync(fileOf('registry.json'), 'utf8')
    writeFileSync(fileOf('registry.json'), text.replace('"version":"1.0.0"', '"version":"1.0.1"'))
    expect(await release('promote logs 1.1.0 --yes')).toEqual({ exitCode: 1, ...refusal('registry', /rebuild/) })
    expect(await release('rebuild')).toMatchObject({ exitCode: 0 })
    expect(await release('promote logs 1.1.0 --yes')).toMatchObject({ exitCode: 0 })
  })
})

describe('a folder that is none', () => {
  it('is told from a console whose address lacks its beginning', async () => {
    const { exitCode, stderr } = await commandLine(['list', '--target', 'console.example.org'], { cwd })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('the address of a console starts with https://')
  })
})

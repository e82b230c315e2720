import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endProgram, followProgram, lookProgram, removeProgram, startProgram } from './remoteStepScript.ts'

let home: string

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'step-home-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** A folder with links to the programs a small system has, and not to the others. */
const smallSystem = async (without: readonly string[]): Promise<string> => {
  const folder = await mkdtemp(path.join(home, 'bin-'))
  const programs = 'sh cat mkdir mv rm rmdir tr cut ps grep wc tail head sleep setsid'.split(' ')
  for (const name of programs) {
    if (without.includes(name)) continue
    const { stdout } = await execa('which', [name])
    await symlink(stdout, path.join(folder, name))
  }
  return folder
}

describe.each([
  ['as usual', []],
  ['without setsid', ['setsid']],
  ['without ps', ['ps']],
  ['with neither', ['setsid', 'ps']],
])('on a small system, %s', (_name, without) => {
  /** In a session of its own, as sshd starts a command. */
  const sh = async (input: string) =>
    execa('sh', { input, env: { HOME: home, PATH: await smallSystem(without) }, extendEnv: false, detached: true })

  it('a step runs to its end', async () => {
    const id = randomUUID()
    await sh(startProgram(id, { script: 'echo hello; exit 3' }))
    const { stdout, stderr } = await sh(followProgram(id, 0))
    expect({ stdout, stderr }).toEqual({ stdout: 'hello', stderr: 'here\nexit 3' })
    await sh(removeProgram(id))
    expect((await sh(lookProgram(id))).stdout).toBe('none')
  })

  it('a step is ended with its whole group', async () => {
    const id = randomUUID()
    await sh(startProgram(id, { script: 'sleep 60 & echo $! ; sleep 60; echo never' }))
    await expect.poll(async () => (await sh(lookProgram(id))).stdout, { timeout: 30_000 }).toBe('running')
    const log = path.join(home, '.windlass/run', id, 'log')
    await expect.poll(() => readFile(log, 'utf8'), { timeout: 30_000 }).toMatch(/^\d+\n/)
    const child = Number((await readFile(log, 'utf8')).trim())
    expect((await sh(endProgram(id, 5))).stdout).toBe('ended')
    const { stdout } = await execa('ps', ['-o', 'stat=', '-p', String(child)], { reject: false })
    expect(stdout.trim()).toMatch(/^(Z.*)?$/)
    await sh(removeProgram(id))
  })
})

it('does nothing when only a part of the program arrives', async () => {
  const id = randomUUID()
  const whole = startProgram(id, { script: 'echo x' })
  const cut = whole.slice(0, Math.floor(whole.length / 2))
  const { exitCode } = await execa('sh', { input: cut, env: { HOME: home }, reject: false })
  expect(exitCode).not.toBe(0)
  expect(await readdir(home)).not.toContain(id)
  expect((await execa('sh', { input: lookProgram(id), env: { HOME: home } })).stdout).toBe('none')
})

it('refuses a name that would lead elsewhere', () => {
  for (const id of ['', '../x', 'a b', '$(id)', '-x']) expect(() => removeProgram(id)).toThrow('cannot name')
})

import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readEnv } from '../env.ts'
import { isBreached } from './breachedPasswords.ts'
import { choiceProblem } from './passwords.ts'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

describe('a list of breached passwords', () => {
  const breached = Array.from({ length: 501 }, (_, index) => `Breached_${index}`)
  let folder = ''
  let file = ''
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text)
    return path.join(folder, name)
  }
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'breached-'))
    const lines = breached.map((password, index) => `${hashOf(password)}:${index * 7919}`).toSorted()
    file = await write('list.txt', `${lines.join('\n')}\n`)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('knows every one of them, the first and the last too, and no other', () => {
    expect(breached.filter((password) => !isBreached(file, password))).toEqual([])
    const others = Array.from({ length: 501 }, (_, index) => `Sound_${index}`)
    expect(others.filter((password) => isBreached(file, password))).toEqual([])
  })

  it('is read with other line ends, in small letters, without an end, and when it is empty', async () => {
    const [one, two] = ['Breached_1', 'Breached_2'].map(hashOf).toSorted()
    const odd = await write('odd.txt', `${one?.toLowerCase()}:3\r\n${two?.toLowerCase()}:4`)
    expect([isBreached(odd, 'Breached_1'), isBreached(odd, 'Breached_2'), isBreached(odd, 'Sound_1')]).toEqual([
      ...[true, true, false],
    ])
    expect(isBreached(await write('empty.txt', ''), 'Breached_1')).toBe(false)
  })

  it('keeps them from being chosen', () => {
    const env = { PASSWORD_WORDS: '', PASSWORD_BREACHED_FILE: file }
    expect(choiceProblem(env, 'ann', 'Breached_7')).toContain('breach')
    expect(choiceProblem(env, 'ann', 'Sound_7rope')).toBeUndefined()
  })

  it('has to be there when the console starts', () => {
    expect(() => readEnv({ PASSWORD_BREACHED_FILE: path.join(folder, 'gone.txt') })).toThrow(ConfigError)
    expect(readEnv({ PASSWORD_BREACHED_FILE: file }).PASSWORD_BREACHED_FILE).toBe(file)
  })
})

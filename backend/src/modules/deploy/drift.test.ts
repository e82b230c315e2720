import { randomUUID } from 'node:crypto'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { makeTestSsh, type TestSsh } from '../../testing/testSsh.ts'
import { type FilePlace, lookForDrift, rememberNamed } from './drift.ts'

let sshd: TestSshd
let testSsh: TestSsh
let place: FilePlace
/** How much was sent to the server beside the programs. */
let sent = 0
const lists: string[] = []

beforeAll(async () => {
  sshd = await startSshd()
  testSsh = await makeTestSsh({ SSH_KEY_DIR: sshd.keyDir })
})

beforeEach(async () => {
  const folder = path.join(sshd.disk, randomUUID())
  place = { key: randomUUID(), folder }
  lists.push(listOf(place))
  await mkdir(folder)
  await write('a.txt', 'a')
  await write('b.txt', 'b')
  sent = 0
})

afterAll(async () => {
  await testSsh.close()
  await sshd.stop()
  for (const list of lists) for (const end of ['', '.given']) await rm(`${list}${end}`, { force: true })
})

/** The account's own home, whatever HOME says here, for the server is this machine. */
const listOf = ({ key }: FilePlace) => path.join(userInfo().homedir, '.windlass/files', key)
const write = (name: string, text: string) => writeFile(path.join(place.folder, name), text)

const counting = (): Ssh => ({
  ...testSsh.ssh,
  exec: (target, command, options) => {
    sent += options?.stdin?.length ?? 0
    return testSsh.ssh.exec(target, command, options)
  },
})
const remember = (...names: string[]) => rememberNamed(counting(), sshd.target, place, names)
const look = () => lookForDrift(testSsh.ssh, sshd.target, place, 'forget')

it('sends the names of a deploy once, as long as they are the same', async () => {
  await remember('a.txt', 'b.txt')
  expect(sent).toBeGreaterThan(0)
  expect(await look()).toEqual({ files: [], count: 0, strangers: [] })
  sent = 0
  await write('a.txt', 'of another size')
  await remember('a.txt', 'b.txt')
  expect(sent).toBe(0)
  await write('b.txt', 'changed')
  expect(await look()).toEqual({ files: [{ path: 'b.txt', change: 'changed' }], count: 1, strangers: [] })
})

it('watches what the latest deploy has brought, not what an earlier one did', async () => {
  await remember('a.txt', 'b.txt')
  await remember('b.txt')
  await write('a.txt', 'changed')
  expect(await look()).toEqual({ files: [], count: 0, strangers: ['a.txt'] })
})

it('sends the names again when they were cut off on their way', async () => {
  await remember('a.txt', 'b.txt')
  await truncate(`${listOf(place)}.given`, './a.txt\n'.length)
  sent = 0
  await remember('a.txt', 'b.txt')
  expect(sent).toBeGreaterThan(0)
  await rm(path.join(place.folder, 'b.txt'))
  expect(await look()).toEqual({ files: [{ path: 'b.txt', change: 'removed' }], count: 1, strangers: [] })
})

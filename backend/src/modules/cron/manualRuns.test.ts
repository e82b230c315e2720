import { existsSync } from 'node:fs'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  CRON_MESSAGE_BYTES,
  CronAdd,
  CronList,
  CronLogList,
  CronStart,
  CronStop,
} from '@windlass/shared-kit/contract/cron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTarget, type DeployBench, makeDeployBench, until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createCronLogStore } from './cronLog.store.ts'

let bench: DeployBench
let server: TestServer
let here = 0
let gone = 0

const fileOf = (name: string) => path.join(bench.folder, name)
const add = async (command: string, serverId = here) =>
  (
    await server.admin.call(CronAdd, {
      serverId,
      expression: '0 0 0 1 1 *',
      command,
      singleMode: 0,
      logLevel: 0,
      description: '',
    })
  ).id
const newest = async (cronId: number, serverId = here) => {
  const { list } = await server.admin.call(CronLogList, { serverId, cronId, page: 1, rows: 5 })
  if (!list[0]) throw new Error('nothing has run')
  return list[0]
}
/** Runs a task and answers its line when it has ended. */
async function run(command: string, serverId = here) {
  const cronId = await add(command, serverId)
  await server.admin.call(CronStart, { id: cronId })
  await until('it has ended', async () => (await newest(cronId, serverId)).state !== 'running')
  return newest(cronId, serverId)
}
async function program(name: string, text: string): Promise<string> {
  await writeFile(fileOf(name), text)
  await chmod(fileOf(name), 0o755)
  return fileOf(name)
}

beforeAll(async () => {
  bench = await makeDeployBench()
  const target = await bench.startTarget()
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  here = await addTarget(server.admin, bench, { name: 'here', port: target.sshd.port })
  gone = await addTarget(server.admin, bench, { name: 'gone', port: 1 })
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

describe('a task that is run now', () => {
  it('gets its words as they are: no shell reads quotes, variables or what else means something to one', async () => {
    const show = await program('show', '#!/bin/sh\nfor word in "$@"; do echo "[$word]"; done\necho oh >&2\n')
    const touched = fileOf('touched')
    const ended = await run(`${show} "two words" $HOME * a;touch ${touched} | > x \`id\` $(id) it's`)
    const words = ['"two', 'words"', '$HOME', '*', 'a;touch', touched, '|', '>', 'x', '`id`', '$(id)', "it's"]
    expect(ended.message).toBe(`Stdout:\n${words.map((word) => `[${word}]\n`).join('')}Stderr:\noh\n`)
    expect(ended).toMatchObject({ execCode: 0, state: 'success', isCut: false, userName: expect.stringMatching(/./) })
    expect(ended.duration).toBeGreaterThan(0)
    expect(existsSync(touched)).toBe(false)
    const task = (await server.admin.call(CronList, { serverId: here })).list.find(({ id }) => id === ended.cronId)
    expect(task).toMatchObject({ lastRun: { execCode: 0, state: 'success' }, missedTime: 0 })
  })

  it('tells the code it ended with, and why it could not be run', async () => {
    expect(await run(await program('three', '#!/bin/sh\necho no\nexit 3\n'))).toMatchObject({
      ...{ execCode: 3, state: 'failed', message: 'Stdout:\nno\n' },
    })
    expect(await run('/no/such/program')).toMatchObject({ execCode: 127, state: 'failed' })
    expect(await run(await program('killed', '#!/bin/sh\nkill -9 $$\n'))).toMatchObject({
      ...{ execCode: -1, state: 'failed', message: expect.stringContaining('KILL') },
    })
    const unreachable = await run('true', gone)
    expect(unreachable).toMatchObject({ execCode: 1, state: 'failed' })
    expect(unreachable.message).toMatch(/^Exec error:\n.*127\.0\.0\.1:1/)
  })

  it('can be watched and ended, and runs once at a time', async () => {
    const pid = fileOf('pid')
    const cronId = await add(await program('long', `#!/bin/sh\necho $$ > ${pid}\necho begun\nsleep 60 & wait\n`))
    const { id } = await server.admin.call(CronStart, { id: cronId })
    await until('it is heard', async () => (await newest(cronId)).message.includes('begun'))
    expect(await newest(cronId)).toMatchObject({ id, state: 'running', execCode: -1 })
    expect(await server.admin.ask(CronStart, { id: cronId })).toMatchObject({
      ...{ code: 2, message: expect.stringContaining('already') },
    })
    await server.admin.call(CronStop, { id })
    await until('it has ended', async () => (await newest(cronId)).state === 'failed')
    expect((await newest(cronId)).message).toBe('Exec error:\nended by hand\nStdout:\nbegun\n')
    const number = Number(await readFile(pid, 'utf8'))
    await until('nothing is left of it', () => !existsSync(`/proc/${number}`))
    await rm(pid)
  })

  it('keeps the beginning and the end of what is long', async () => {
    const ended = await run(await program('flood', '#!/bin/sh\necho first\nseq 1 200000\necho last\n'))
    expect(ended).toMatchObject({ execCode: 0, isCut: true })
    expect(ended.message).toMatch(/^Stdout:\nfirst\n/)
    expect(ended.message).toMatch(/200000\nlast\n$/)
    expect(Buffer.byteLength(ended.message)).toBeLessThanOrEqual(CRON_MESSAGE_BYTES)
  })

  it('tells the truth when the console went away in between', async () => {
    const cronId = await add('true')
    const store = createCronLogStore(server.platform.db)
    const old = Date.now() - 120_000
    await store.add({
      ...{ cronId, serverId: here, execCode: -1, message: 'Stdout:\nhalf\n', state: 'running', userName: 'Ada' },
      ...{ reportTime: old, insertTime: old, seenTime: old, sign: 'left' },
    })
    await store.closeLeft(Date.now() - 60_000)
    const left = await newest(cronId)
    expect(left).toMatchObject({ state: 'failed', execCode: -1 })
    expect(left.message).toMatch(/^Stdout:\nhalf\nExec error:\nthe console was stopped/)
  })
})

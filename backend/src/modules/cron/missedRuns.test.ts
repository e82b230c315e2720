import { createServer, type Server } from 'node:http'
import { CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { createNotificationService } from '../notification/notification.service.ts'
import { createCronStore } from './cron.store.ts'
import { createCronLogStore } from './cronLog.store.ts'
import { TARGET_PURPOSE } from './cronRow.ts'
import { createMissedRuns } from './missedRuns.ts'

const MINUTE_MS = 60_000
/** The task is due each hour. So far ahead that the server itself, which looks each minute, misses none of these runs. */
const DUE = Date.UTC(2096, 10, 22, 3)
const HEARD = DUE - 59 * MINUTE_MS

let room: Server
let roomUrl = ''
let server: TestServer
const notices: string[] = []
let serverId = 0

beforeAll(async () => {
  room = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      notices.push(Buffer.concat(chunks).toString())
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => room.listen(0, '127.0.0.1', resolve))
  const address = room.address()
  roomUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/room`
  server = await makeTestServer()
  const row = { namespaceId: 1, port: 22, owner: 'root', os: 'linux', state: 1, insertTime: 1, updateTime: 1 }
  const added = server.platform.db.insertInto('server').values({ ...row, name: 'db-1', ip: '10.0.0.1' })
  serverId = (await added.returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await closeTestServer(server)
  room.close()
})
beforeEach(async () => {
  notices.length = 0
  await server.platform.db.deleteFrom('cron').execute()
  await server.platform.db.updateTable('server').set({ state: 1 }).execute()
})

const addTask = async (more: object = {}) => {
  const { secrets, db } = server.platform
  const values = {
    ...{ namespaceId: 1, serverId, expression: '0 0 * * * *', command: '/opt/backup', insertTime: 1, updateTime: 1 },
    ...{ logLevel: CronLogLevel.Output, heardTime: HEARD, notifyType: 255 },
    notifyTarget: secrets.encrypt(roomUrl, TARGET_PURPOSE),
    ...more,
  }
  return (await db.insertInto('cron').values(values).returning('id').executeTakeFirstOrThrow()).id
}
/** As a node of the console does it each minute. */
const node = () => createMissedRuns(server.platform, createNotificationService(server.platform))
const look = async (minutes: number) => node().look(DUE + minutes * MINUTE_MS)
/** How many notices came in all. */
const told = async (count: number) => {
  await expect.poll(() => notices.length, { timeout: 10_000 }).toBe(count)
  return notices.at(-1)
}
const ran = (cronId: number, duration: number) =>
  createCronLogStore(server.platform.db).add({
    ...{ cronId, serverId, execCode: 0, message: 'ok', reportTime: HEARD, insertTime: HEARD, state: 'success' },
    ...{ duration, sign: `run-${cronId}` },
  })

describe('a run of which nothing is heard', () => {
  it('is told of once to whoever the task names, and not again until something was heard', async () => {
    const id = await addTask()
    await look(59)
    expect(notices).toHaveLength(0)
    await look(60)
    expect(await told(1)).toContain('2096-11-22 03:00:00')
    expect(notices[0]).toContain('db-1')
    await look(61)
    await look(300)
    const heardTime = DUE + 6 * 60 * MINUTE_MS + 1_000
    await createCronStore(server.platform.db).setLast(id, { heardTime })
    await look(8 * 60)
    expect(await told(2)).toContain('2096-11-22 10:00:00')
  })

  it('is told of by one of several nodes', async () => {
    await addTask()
    await Promise.all([look(60), look(60), look(60)])
    await look(61)
    expect(await told(1)).toContain('2096-11-22 03:00:00')
  })

  it('is waited for twice as long as the longest that is known', async () => {
    const id = await addTask()
    await ran(id, 20 * MINUTE_MS)
    await look(39)
    expect(notices).toHaveLength(0)
    await look(40)
    await told(1)
  })

  it('is none where the task was heard of meanwhile, or is not to run', async () => {
    await addTask({ heardTime: DUE + 2_000 })
    await addTask({ isEnabled: 0 })
    await addTask({ state: 0 })
    await addTask({ updateTime: DUE })
    await addTask({ notifyType: 0, notifyTarget: '' })
    await look(59)
    await server.platform.db.updateTable('server').set({ state: 0 }).execute()
    await addTask()
    await look(300)
    const rows = await server.platform.db.selectFrom('cron').select('missedTold').execute()
    expect(rows.map(({ missedTold }) => Number(missedTold))).toEqual([0, 0, 0, 0, 0, 0])
  })
})

it('a task that tells failures only is missed when its agent does not ask for tasks any more', async () => {
  const store = createCronStore(server.platform.db)
  await addTask({ logLevel: CronLogLevel.Failures, heardTime: 0 })
  await store.polled(serverId, DUE + 5 * MINUTE_MS)
  await look(14)
  expect(notices).toHaveLength(0)
  await look(69)
  expect(notices).toHaveLength(0)
  await look(70)
  expect(await told(1)).toContain('2096-11-22 04:00:00')
})

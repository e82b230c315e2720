import { Permission } from '@windlass/shared-kit/contract'
import { MonitorAdd, MonitorList, MonitorToggle } from '@windlass/shared-kit/contract/monitor'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { encryptClearTargets } from './clearTargets.ts'

const TARGET = 'https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef'
const HINT = 'https://oapi.dingtalk.com/…cdef'

let server: TestServer
let id: number
beforeAll(async () => {
  server = await makeTestServer()
  const target = { items: ['http://127.0.0.1:1/'], timeout: 1, process: '', script: '' }
  const rest = { second: 3600, times: 1, silentCycle: 60, successServerId: 0, successScript: '', failServerId: 0 }
  const fields = { name: 'shop', type: 1 as const, target, failScript: '', description: '', ...rest }
  id = (await server.admin.call(MonitorAdd, { ...fields, notifyType: 2, notifyTarget: TARGET })).id
  await server.admin.call(MonitorToggle, { id, state: 0 })
})
afterAll(() => closeTestServer(server))

const stored = async () =>
  (await server.platform.db.selectFrom('monitor').select('notifyTarget').where('id', '=', id).executeTakeFirstOrThrow())
    .notifyTarget
const shown = async (who: TestServer['admin']) => (await who.call(MonitorList)).list[0]?.notifyTarget

it('the address of a room is encrypted, and whole only for who may save the monitor', async () => {
  expect(server.platform.secrets.isEncrypted(await stored())).toBe(true)
  expect(await shown(server.admin)).toBe(TARGET)
  expect(await shown(await server.makeUser([Permission.ShowMonitorPage]))).toBe(HINT)
  expect(await shown(await server.makeUser([Permission.ShowMonitorPage, Permission.EditMonitor]))).toBe(TARGET)
})

it('an address that was kept in clear is encrypted at the start, once', async () => {
  const { db } = server.platform
  await db.updateTable('monitor').set({ notifyTarget: TARGET }).where('id', '=', id).execute()
  await encryptClearTargets(server.platform)
  const first = await stored()
  expect(server.platform.secrets.isEncrypted(first)).toBe(true)
  await encryptClearTargets(server.platform)
  expect(await stored()).toBe(first)
  expect(await shown(server.admin)).toBe(TARGET)
})

import { MonitorAdd, MonitorCheck, MonitorIncidentList, MonitorList } from '@windlass/shared-kit/contract/monitor'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const REFUSED = { en: '127.0.0.1:1: connection refused', 'zh-cn': '127.0.0.1:1：连接被拒绝' }
const order = {
  type: 2 as const,
  target: { items: ['127.0.0.1:1'], timeout: 1, process: '', script: '' },
  ...{ successServerId: 0, successScript: '', failServerId: 0, failScript: '' },
}

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer()
})
afterAll(() => closeTestServer(server))

it('what went wrong is told in both languages, wherever it is shown', async () => {
  const answer = await server.admin.ask(MonitorCheck, order)
  expect(answer).toMatchObject({ message: `MonitorErr : ${REFUSED.en}`, data: REFUSED })

  const rest = { second: 1, times: 1, silentCycle: 60, notifyType: 255 as const, notifyTarget: 'http://127.0.0.1:1/' }
  const { id } = await server.admin.call(MonitorAdd, { name: 'shop', description: '', ...order, ...rest })
  const find = async () => (await server.admin.call(MonitorList)).list.find((row) => row.id === id)
  await expect.poll(async () => (await find())?.status?.health).toBe('down')
  expect(await find()).toMatchObject({
    errorContent: REFUSED.en,
    errorContentSaid: REFUSED,
    status: { error: REFUSED.en, errorSaid: REFUSED },
  })
  expect((await server.admin.call(MonitorIncidentList, { id })).list).toMatchObject([
    { reason: REFUSED.en, reasonSaid: REFUSED },
  ])
})

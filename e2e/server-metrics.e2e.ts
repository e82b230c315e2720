import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestAgent, serverKey, type TestAgent } from '@windlass/backend/testing/agentClient'
import { MetricType, ServerMetricsNow } from '@windlass/shared-kit/contract/serverMetrics'
import { ServerRuleHistory } from '@windlass/shared-kit/contract/serverRule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, PHONE, signIn, visit } from './support/browser.ts'
import { openApi, until } from './support/fixtures.ts'
import { type OperatorStage, startOperatorStage } from './support/operatorStage.ts'
import { addServer } from './support/servers.ts'

/** A rule is looked at once a minute, and a server is asked as often. */
const MINUTE_LONG_MS = 90_000

/** Where notices arrive. */
async function startRoom(notices: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      notices.push(Buffer.concat(chunks).toString())
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe('a team that looks after servers', () => {
  const notices: string[] = []
  let room: Server
  let stage: OperatorStage
  let agent: TestAgent
  let [watched, bare] = [0, 0]

  beforeAll(async () => {
    room = await startRoom(notices)
    stage = await startOperatorStage()
    const { api, sshd, server } = stage
    watched = await addServer(api, sshd, 'web-1', { ip: '10.0.0.1', port: 22, description: 'front' })
    bare = await addServer(api, sshd, 'bare-1')
    agent = createTestAgent({ url: server.url, serverId: watched, key: serverKey(server.dataDir, watched) })
  })
  afterAll(async () => {
    await stage?.end()
    room?.closeAllConnections()
    room?.close()
  })

  it('sees what an agent that knows nothing of this console reports', async () => {
    expect(await agent.report(MetricType.Cpu, 'cpu_usage', '93.50')).toMatchObject({ code: 0 })
    await agent.report(MetricType.Load, 'loadavg_1m', '1.25')
    await agent.report(MetricType.PublicNetwork, 'eth0.in', '1536.00')
    const { page } = stage.who
    await page.goto(`${stage.server.url}/#/server/agent?serverId=${watched}`)
    await page.getByRole('heading', { name: 'web-1' }).waitFor()
    await page.getByText('Reports', { exact: true }).waitFor()
    await page.getByText('1.5 KB/s').first().waitFor()
    await page.locator('.ag-chart canvas').nth(7).waitFor()
    expect(await page.locator('.ag-chart').count()).toBe(8)
    expect(await axeViolations(page)).toEqual([])
  })

  it('chooses a range, which the address keeps', async () => {
    const { page } = stage.who
    await page.getByLabel('Range', { exact: true }).click()
    await page.getByTitle('Last 3 months').click()
    await page.waitForURL(/range=92d/)
    await page.getByText('1.5 KB/s').first().waitFor()
    await page.goBack()
    await page.getByTitle('Last hour').first().waitFor()
  })

  it('measures a server over SSH by one switch, with nothing installed there', async () => {
    const { page } = stage.who
    await page.goto(`${stage.server.url}/#/server/agent?serverId=${bare}`)
    await page.getByText('Nothing is measured here yet').waitFor()
    await page.getByRole('switch', { name: 'Measure bare-1 over SSH' }).click()
    await until('the server was asked', async () => {
      const { ssh } = await stage.api.call(ServerMetricsNow, { serverId: bare })
      if (ssh.error !== '') throw new Error(ssh.error)
      return ssh.lastTime > 0
    })
    await page.getByRole('button', { name: 'Load again' }).click()
    await page.getByText('Each minute', { exact: true }).waitFor()
    await page.locator('.ag-tile', { hasText: 'ram_usage' }).waitFor()
    await page.locator('.ag-legend', { hasText: 'cpu_usage' }).waitFor()
  })

  it('writes a rule, sees what it would have done, and tries its notice', async () => {
    const { page } = stage.who
    await page.goto(`${stage.server.url}/#/server/agent?serverId=${watched}`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Item').fill('cpu_usage')
    await form.getByLabel('Threshold').fill('80')
    await form.getByLabel('Of each').click()
    await page.getByTitle('1 minute', { exact: true }).click()
    await form.getByText('Matches now: 93.5').waitFor()
    await form.getByLabel('Tell by').click()
    await page.getByTitle('own address', { exact: true }).click()
    await form.getByLabel('Address to send to').fill(`http://127.0.0.1:${(room.address() as AddressInfo).port}/room`)
    await form.getByRole('button', { name: 'Send a test notice' }).click()
    await form.getByText('The test notice was received').waitFor()
    expect(notices).toHaveLength(1)
    await form.getByRole('button', { name: 'Add rule' }).click()
    await form.waitFor({ state: 'hidden' })
  })

  it(
    'is told by the rule within the minute, and sees that it warns',
    async () => {
      await agent.report(MetricType.Cpu, 'cpu_usage', '97.00')
      await until('the notice has arrived', async () => notices.length === 2, MINUTE_LONG_MS)
      expect(JSON.parse(notices[1] ?? '{}')).toMatchObject({
        data: { Server: { name: 'web-1', password: '' }, ServerMonitor: { item: 'cpu_usage' }, Recovered: false },
      })
      const { page } = stage.who
      await page.getByRole('button', { name: 'Warning rules' }).click()
      await page
        .getByRole('row', { name: /avg cpu_usage >= 80/ })
        .getByText('Warns', { exact: true })
        .waitFor()
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByText('lasts', { exact: true }).waitFor()
      expect((await stage.api.call(ServerRuleHistory, { serverId: watched })).list).toMatchObject([
        { notices: 1, endTime: 0 },
      ])
      expect(await axeViolations(page)).toEqual([])
    },
    2 * MINUTE_LONG_MS,
  )

  it('keeps what was reported through a power cut', async () => {
    await agent.report(MetricType.Ram, 'ram_usage', '41.00')
    await stage.server.end('SIGKILL')
    stage.server = await stage.server.restart()
    stage.api = await openApi(stage.server.url)
    const { items } = await stage.api.call(ServerMetricsNow, { serverId: watched })
    expect(items.find(({ item }) => item === 'ram_usage')).toMatchObject({ value: 41 })
  })

  it.each(['en', 'zh-cn'] as const)('sees all of it on a phone in the dark: %s', async (language) => {
    const phone = await visit(stage.browser, { url: stage.server.url, viewport: PHONE, theme: 'dark', language })
    await signIn(phone)
    await phone.page.goto(`${stage.server.url}/#/server/agent?serverId=${watched}`)
    await phone.page.locator('.ag-chart canvas').nth(7).waitFor()
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(PHONE.width)
    expect(await axeViolations(phone.page)).toEqual([])
    expect(phone.errors).toEqual([])
    await phone.close()
  })
})

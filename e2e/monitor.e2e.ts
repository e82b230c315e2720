import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MonitorIncidentList, MonitorList } from '@windlass/shared-kit/contract/monitor'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'

/** The site somebody looks after, and the room in which notices arrive. */
interface Watched {
  server: Server
  origin: string
  status: number
  notices: string[]
}

async function startWatched(): Promise<Watched> {
  const notices: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/room') notices.push(Buffer.concat(chunks).toString())
      response.writeHead(request.url === '/room' ? 200 : watched.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const watched: Watched = { server, origin: `http://127.0.0.1:${port}`, status: 200, notices }
  return watched
}

/** A check a second, a notice, a frame: far less than this, but the machine may be busy. */
const LIVE_MS = 30_000

describe('a team that looks after a site', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let watched: Watched

  beforeAll(async () => {
    watched = await startWatched()
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    watched?.server.closeAllConnections()
    watched?.server.close()
  })

  it('adds a monitor that was tested before, and sees the site up', async () => {
    const { page } = who
    await page.goto(`${server.url}/#/monitor/index?edit=new`)
    await page.getByLabel('Name', { exact: true }).fill('shop')
    await page.getByLabel('Addresses 1').fill(`${watched.origin}/health`)
    await page.getByLabel('Interval (s)').fill('1')
    await page.getByRole('button', { name: 'Test state' }).click()
    await page.getByText('The check passed.').waitFor()
    await page.getByRole('tab', { name: 'Notice' }).click()
    await page.getByLabel('Tell others by').click()
    await page.getByTitle('your own address', { exact: true }).click()
    await page.getByLabel('Address to send to').fill(`${watched.origin}/room`)
    await page.getByRole('button', { name: 'Add monitor' }).last().click()
    await page.getByRole('row', { name: /shop/ }).getByText('Up', { exact: true }).waitFor({ timeout: LIVE_MS })
    expect(await axeViolations(page)).toEqual([])
  })

  it('sees it go down without loading anything again, and is told', async () => {
    watched.status = 503
    const line = who.page.getByRole('row', { name: /shop/ })
    await line.getByText('Down', { exact: true }).waitFor({ timeout: LIVE_MS })
    await line.getByText('Unexpected response status code: 503').waitFor()
    await until('the notice has arrived', async () => watched.notices.length === 1)
    expect(JSON.parse(watched.notices[0] ?? '{}')).toMatchObject({
      data: { ErrorMsg: 'Unexpected response status code: 503', Monitor: { name: 'shop' } },
    })
  })

  it('acknowledges the incident, which everybody sees', async () => {
    const { page } = who
    await page.getByRole('link', { name: 'shop' }).click()
    await page.getByRole('heading', { name: 'Incidents' }).waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByLabel('What is being done').fill('the new release is taken back')
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('the new release is taken back').waitFor()
    await page.getByText('Administrator is at it').last().waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('sees it up again, and is told that it is over', async () => {
    watched.status = 200
    await who.page.getByText('Up', { exact: true }).last().waitFor({ timeout: LIVE_MS })
    await who.page.getByText('Over', { exact: true }).waitFor({ timeout: LIVE_MS })
    await until('the second notice has arrived', async () => watched.notices.length === 2)
    expect(watched.notices[1]).toContain('is up again')
    const [monitor] = (await api.call(MonitorList)).list
    expect(monitor).toMatchObject({ name: 'shop', second: 1, times: 1, status: { health: 'up' } })
    const { list } = await api.call(MonitorIncidentList, { id: monitor?.id ?? 0 })
    expect(list).toMatchObject([{ notices: 1, acknowledgedBy: 'Administrator' }])
    expect(list[0]?.endTime).toBeGreaterThan(0)
  })

  it('keeps it through a power cut', async () => {
    await server.end('SIGKILL')
    server = await server.restart()
    api = await openApi(server.url)
    const [monitor] = (await api.call(MonitorList)).list
    expect(monitor?.status?.health).toBe('up')
    const before = monitor?.status?.lastCheckTime ?? 0
    await until('it is checked again', async () => {
      const [row] = (await api.call(MonitorList)).list
      return (row?.status?.lastCheckTime ?? 0) > before + 1000
    })
  })
})

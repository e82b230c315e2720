import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import {
  type Monitor,
  MonitorAdd,
  MonitorCheck,
  MonitorEdit,
  MonitorList,
  MonitorRemove,
  type MonitorStatus,
  MonitorToggle,
} from '@windlass/shared-kit/contract/monitor'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import MonitorPage from './MonitorPage.tsx'

const status: MonitorStatus = {
  ...{ health: 'up', quiet: null, quietUntil: 0, error: '', lastCheckTime: 1, latency: 12, failures: 0 },
  ...{ certificateTime: 0, incidentId: 0, acknowledgedBy: '', uptime: 0.995, hours: [null, 12, 20] },
}
const shop: Monitor = {
  ...{ id: 7, namespaceId: 0, name: 'shop', type: 1, second: 60, times: 3, silentCycle: 45, notifyType: 1 },
  target: { items: ['https://shop.example'], timeout: 10, process: '', script: '' },
  ...{ notifyTarget: 'https://hook.example', successServerId: 0, successScript: '', failServerId: 0, failScript: '' },
  ...{ description: '', errorContent: '', state: 1, insertTime: '', updateTime: '', status },
}
const router: Monitor = {
  ...shop,
  ...{ id: 8, name: 'router', type: 3, target: { ...shop.target, items: ['10.0.0.1'] } },
  status: { ...status, health: 'down', quiet: 'told', error: 'no answer to ping', acknowledgedBy: 'Ada' },
}
const nightly: Monitor = { ...shop, id: 9, name: 'nightly', status: { ...status, quiet: 'maintenance' } }
const filled = [
  answer(MonitorList, { list: [shop, router, nightly] }),
  answer(ServerOptionList, { list: [] }),
  answer(MonitorAdd, { id: 10 }),
  answer(MonitorEdit, null),
  answer(MonitorToggle, null),
  answer(MonitorRemove, null),
  answer(MonitorCheck, null),
]
const all = Object.values(Permission)
const open = (options: Parameters<typeof renderPage>[1] = {}, path = '/monitor/index') =>
  renderPage(<MonitorPage />, { remote, path, permissions: all, answers: [...filled], ...options })
const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest('tr')
  if (!found) throw new Error(`${name} is in no row`)
  return within(found)
}
/** The form comes in a chunk of its own, which a busy machine takes a while to read. */
const LOADED = { timeout: 12_000 }
const inForm = { selector: 'input' }
/** Writes a text at once: each key of a person would draw the form again. */
const write = async (name: string, value: string) => {
  const input = await screen.findByLabelText(name, inForm, LOADED)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, inForm, LOADED)

describe('monitors', () => {
  it('lead with what is down, and say why and who is at it', async () => {
    await open()
    const line = await row('router')
    expect(line.getByText('Down')).toBeTruthy()
    expect(line.getByText('no answer to ping')).toBeTruthy()
    expect(line.getByText('Ada is at it')).toBeTruthy()
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(names.indexOf('router')).toBeLessThan(names.indexOf('shop'))
    expect((await row('shop')).getByText('99.5%')).toBeTruthy()
  })

  it('are narrowed by the numbers on top and by words, which the address keeps', async () => {
    const page = await open()
    await page.actor.click(await screen.findByRole('button', { name: '1 in maintenance' }))
    expect(screen.queryByText('shop')).toBeNull()
    expect(screen.getByText('nightly')).toBeTruthy()
    expect(page.path()).toBe('/monitor/index?state=maintenance')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } })
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(page.path()).toBe('/monitor/index')
  })

  it('show grey rows while loading, and what a monitor is when there is none', async () => {
    const loading = await open({ answers: [neverAnswer(MonitorList)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
    loading.unmount()
    await open({ answers: [...filled, answer(MonitorList, { list: [] })] })
    expect(await screen.findByText('Add your first monitor')).toBeTruthy()
  })

  it('say which permission is missing, and what failed', async () => {
    const refused = await open({ answers: [refuse(MonitorList, Code.Denied, 'no permission')] })
    expect((await screen.findByRole('alert')).textContent).toContain('Show monitor page')
    refused.unmount()
    await open({ answers: [refuse(MonitorList, Code.Failed, 'the database is away')] })
    expect((await screen.findByRole('alert')).textContent).toContain('the database is away')
  })

  it('show their state to readers who may only look, and offer them nothing', async () => {
    await open({ permissions: [Permission.ShowMonitorPage] })
    const line = await row('shop')
    expect(line.getByRole<HTMLButtonElement>('switch').disabled).toBe(true)
    for (const name of [/Add monitor/, 'Edit', 'Remove']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('are suspended only after a question, and removed only after one', async () => {
    const page = await open()
    await page.actor.click((await row('shop')).getByRole('switch'))
    expect(page.inputsOf(MonitorToggle)).toEqual([])
    await page.actor.click(await screen.findByRole('button', { name: 'Suspend monitor' }))
    await waitFor(() => expect(page.inputsOf(MonitorToggle)[0]).toEqual({ id: 7, state: 0 }))
  })
})

describe('the form', () => {
  it('says what is wrong with each address, keeps what was typed, and sends what is right', async () => {
    const page = await open({}, '/monitor/index?edit=new')
    await write('Name', ' blog ')
    await write('Addresses 1', 'blog.example')
    expect(await screen.findByText('Write an address that begins with http:// or https://')).toBeTruthy()
    await write('Addresses 1', 'https://blog.example')
    await write('Address to send to', 'https://hook.example/x')
    const [submit] = screen.getAllByText('Add monitor').toReversed()
    if (submit) await page.actor.click(submit)
    await waitFor(() => expect(page.inputsOf(MonitorAdd)).toHaveLength(1))
    expect(page.inputsOf(MonitorAdd)[0]).toMatchObject({
      ...{ name: 'blog', type: 1, second: 60, times: 1, silentCycle: 1440, notifyType: 1 },
      target: { items: ['https://blog.example'], timeout: 10, process: '', script: '' },
    })
  })

  it('tests what it holds, and shows the true answer', async () => {
    const page = await open(
      { answers: [...filled, refuse(MonitorCheck, Code.Failed, 'MonitorErr : connection refused')] },
      '/monitor/index?edit=7',
    )
    await page.actor.click(await screen.findByText('Test state', {}, LOADED))
    expect(await screen.findByText('MonitorErr : connection refused')).toBeTruthy()
    expect(page.inputsOf(MonitorCheck)[0]).toMatchObject({
      type: 1,
      target: { items: ['https://shop.example'] },
    })
  })

  it('tries whom it tells, and says what they answered', async () => {
    const told = answer(NotificationTest, { isSent: true, answer: 'HTTP 200: ok' })
    const page = await open({ answers: [...filled, told] }, '/monitor/index?edit=7')
    await page.actor.click(await screen.findByRole('tab', { name: 'Notice' }, LOADED))
    await page.actor.click(screen.getByRole('button', { name: 'Send a test notice' }))
    expect(await screen.findByText('HTTP 200: ok')).toBeTruthy()
    expect(page.inputsOf(NotificationTest)).toEqual([{ useBy: 'monitor', type: 1, target: 'https://hook.example' }])
  })

  it('stays open with everything in it when saving fails', async () => {
    const page = await open(
      { answers: [...filled, refuse(MonitorEdit, Code.Failed, 'there is no server 3')] },
      '/monitor/index?edit=7',
    )
    await write('Name', 'shop!')
    await page.actor.click(screen.getByText('Save'))
    expect(await screen.findByText(/there is no server 3/, {}, LOADED)).toBeTruthy()
    expect((await field('Name')).value).toBe('shop!')
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { NotificationTest } from '@windlass/shared-kit/contract/notification'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import {
  type ServerMetrics,
  ServerMetricsNow,
  ServerReport,
  ServerSetCollect,
} from '@windlass/shared-kit/contract/serverMetrics'
import {
  type ServerRule,
  ServerRuleAdd,
  ServerRuleDelete,
  ServerRuleEdit,
  ServerRuleHistory,
  ServerRuleList,
  ServerRulePreview,
} from '@windlass/shared-kit/contract/serverRule'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import AgentPage from './AgentPage.tsx'

const now = Date.now()
const measured: ServerMetrics = {
  server: { id: 7, name: 'web-1', description: 'front', ip: '10.0.0.1', os: 'linux', state: 1, isShared: false },
  now,
  collect: 'off',
  ssh: { lastTime: 0, nextTime: 0, failures: 0, error: '', isResting: false },
  agent: { lastTime: now - 20_000, version: '2.0.1', key: 'own', zone: 480 },
  items: [
    { type: 1, item: 'cpu_usage', time: now, value: 93.5, recent: [90, null, 93.5] },
    { type: 5, item: 'eth0.in', time: now, value: 1536, recent: [1536] },
  ],
}
const point = { item: 'cpu_usage', value: '93.5', reportTime: '', time: Math.floor(now / 60_000) * 60_000 }
const charts = answer(ServerReport, { map: { cpu_usage: [point] }, step: 60_000, from: now - 3_600_000, to: now })
const filled = [answer(ServerMetricsNow, measured), charts]
const rule: ServerRule = {
  ...{ id: 3, serverId: 7, item: 'cpu_usage', formula: 'avg', operator: '>=', value: '80', groupCycle: 5 },
  ...{ lastCycle: 2, silentCycle: 180, startTime: '22:00', endTime: '06:00', notifyType: 255 },
  ...{ notifyTarget: 'https://example.com/hook', insertTime: '2026-11-21 10:00:00', updateTime: '2026-11-21 10:00:00' },
  status: { last: 0, silentUntil: 0, firingTime: now - 60_000, evaluateTime: now },
}
const preview = answer(ServerRulePreview, {
  ...{ from: now - 86_400_000, to: now, step: 300_000, points: [], evaluations: [] },
  firings: [{ time: now - 3_600_000, value: 91.255, isTold: true }],
  now: { value: 93.5, isHit: true },
})
const rules = answer(ServerRuleList, { list: [rule] })
const all = Object.values(Permission)

/** At once: letter by letter, a form that draws along takes its time. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

const open = (options: Parameters<typeof renderPage>[1], path = '/server/agent?serverId=7') =>
  renderPage(<AgentPage />, { remote, path, permissions: all, ...options })

describe('the page of a server', () => {
  it('shows the newest values, where they come from, and eight charts', async () => {
    const page = await open({ answers: filled })
    expect(await screen.findByRole('heading', { name: 'web-1' })).toBeTruthy()
    expect(screen.getByText('Reports')).toBeTruthy()
    expect(screen.getByText(/version 2.0.1/).textContent).toContain('UTC+08:00')
    const newest = within(screen.getByRole('region', { name: 'Newest values' }))
    expect(newest.getByText('93.5 %')).toBeTruthy()
    expect(newest.getByText('1.5 KB/s')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(8))
    expect(page.inputsOf(ServerReport).map(({ type }) => type)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('asks for the range of the address', async () => {
    const page = await open({ answers: filled }, '/server/agent?serverId=7&range=31d')
    await waitFor(() => expect(page.inputsOf(ServerReport)).toHaveLength(8))
    const [from = '', to = ''] = page.inputsOf(ServerReport)[0]?.datetimeRange.split(',') ?? []
    expect(Date.parse(to) - Date.parse(from)).toBe(31 * 86_400_000)
  })

  it('asks which server when the address names none', async () => {
    const page = await open({ answers: [answer(ServerOptionList, { list: [] })] }, '/server/agent')
    expect(await screen.findByText('Choose a server', { selector: 'strong' })).toBeTruthy()
    expect(page.inputsOf(ServerMetricsNow)).toEqual([])
  })

  it('offers to measure over SSH where nothing was measured', async () => {
    const agent = { lastTime: 0, version: '', key: null, zone: null }
    const empty = answer(ServerMetricsNow, { ...measured, items: [], agent })
    const nothing = answer(ServerReport, { map: {}, step: 60_000, from: 0, to: 60_000 })
    const page = await open({ answers: [empty, nothing, answer(ServerSetCollect, null)] })
    expect(await screen.findByText('Nothing is measured here yet')).toBeTruthy()
    await page.actor.click(screen.getByRole('switch', { name: 'Measure web-1 over SSH' }))
    await waitFor(() => expect(page.inputsOf(ServerSetCollect)).toEqual([{ serverId: 7, collect: 'ssh' }]))
  })

  it('says why a server does not answer, and that an agent has an old key', async () => {
    const ssh = { lastTime: 0, nextTime: now, failures: 3, error: 'connection refused', isResting: false }
    const agent = { ...measured.agent, key: 'legacy' as const }
    await open({ answers: [answer(ServerMetricsNow, { ...measured, collect: 'ssh', ssh, agent }), charts] })
    expect(await screen.findByText('connection refused')).toBeTruthy()
    expect(screen.getByText('Failed 3 times')).toBeTruthy()
    expect(screen.getByText(/the key that all older agents share/)).toBeTruthy()
  })

  it('tells who may only look apart from who may change', async () => {
    await open({ answers: filled, permissions: [Permission.ShowServerMonitorPage] })
    const measure = await screen.findByRole('switch', { name: 'Measure web-1 over SSH' })
    expect(measure.hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Warning rules' })).toBeTruthy()
  })

  it('shows grey while it loads, and which permission is missing', async () => {
    const loading = await open({ answers: [neverAnswer(ServerMetricsNow), neverAnswer(ServerReport)] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
    loading.unmount()
    await open({ answers: [refuse(ServerMetricsNow, Code.Denied, 'no permission'), charts] })
    expect((await screen.findByRole('alert')).textContent).toContain('show server monitor page')
  })
})

describe('the rules of a server', () => {
  const add = '/server/agent?serverId=7&rule=new'

  it('are listed in a sentence each, with how they stand and when they warned', async () => {
    const firing = {
      id: 1,
      ruleId: 3,
      text: 'avg cpu_usage >= 80',
      value: '91.2',
      startTime: now,
      endTime: 0,
      notices: 0,
    }
    const history = answer(ServerRuleHistory, { list: [firing] })
    const page = await open({ answers: [...filled, rules, history] }, '/server/agent?serverId=7&rules=list')
    expect(await screen.findByText('avg cpu_usage >= 80')).toBeTruthy()
    expect(screen.getByText('Warns')).toBeTruthy()
    expect(
      screen.getByText('22:00 to 06:00, each 5 minutes; warns after 2 in a row, then silent for 3 hours'),
    ).toBeTruthy()
    await page.actor.click(screen.getByRole('tab', { name: 'History' }))
    expect(await screen.findByText('lasts')).toBeTruthy()
    expect(screen.getByText('silent')).toBeTruthy()
  })

  it('are asked for anew whenever they are opened, so that a notice of a moment ago is not denied', async () => {
    const page = await open({ answers: [...filled, rules] }, '/server/agent?serverId=7&rules=list')
    await screen.findByText('Warns')
    await page.actor.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Warns')).toBeNull())
    expect(page.inputsOf(ServerRuleList)).toHaveLength(1)
    await page.actor.click(screen.getByRole('button', { name: 'Warning rules' }))
    await waitFor(() => expect(page.inputsOf(ServerRuleList)).toHaveLength(2))
  })

  it('are removed after a question', async () => {
    const page = await open(
      { answers: [...filled, rules, answer(ServerRuleDelete, null)] },
      '/server/agent?serverId=7&rules=list',
    )
    await page.actor.click(await screen.findByRole('button', { name: 'Remove' }))
    const dialog = (await screen.findByText(/^Remove the rule .*\?$/)).closest<HTMLElement>('[role="dialog"]')
    expect(page.inputsOf(ServerRuleDelete)).toEqual([])
    const verb = within(dialog ?? document.body).getByText('Remove rule')
    await page.actor.click(verb.closest('button') ?? verb)
    await waitFor(() => expect(page.inputsOf(ServerRuleDelete)).toEqual([{ id: 3 }]))
  })

  it('show what they would have done before they are saved, and must have a number', async () => {
    const answers = [...filled, rules, preview, answer(ServerRuleAdd, { id: 4 })]
    const page = await open({ answers }, add)
    fill(await screen.findByRole('combobox', { name: 'Item' }), 'cpu_usage')
    const threshold = screen.getByRole('textbox', { name: 'Threshold' })
    fill(threshold, 'much')
    const form = within(screen.getByRole('dialog'))
    await page.actor.click(form.getByRole('button', { name: 'Add rule' }))
    expect(await screen.findByText('Write a number, as 80 or 0.5')).toBeTruthy()
    fill(threshold, '80')
    expect(await screen.findByText('Matches now: 93.5')).toBeTruthy()
    expect(screen.getByText('it would have warned once')).toBeTruthy()
    fill(screen.getByRole('textbox', { name: 'Address to send to' }), ' https://example.com/hook ')
    await page.actor.click(form.getByRole('button', { name: 'Add rule' }))
    await waitFor(() => expect(page.inputsOf(ServerRuleAdd)).toHaveLength(1))
    expect(page.inputsOf(ServerRuleAdd)[0]).toEqual({
      ...{ serverId: 7, item: 'cpu_usage', formula: 'avg', operator: '>=', value: '80', groupCycle: 60, lastCycle: 1 },
      ...{ silentCycle: 1440, startTime: '00:00', endTime: '23:59', notifyType: 1 },
      notifyTarget: 'https://example.com/hook',
    })
  })

  it('keep cycles that are not offered, and try their notice', async () => {
    const odd = answer(ServerRuleList, { list: [{ ...rule, groupCycle: 7 }] })
    const tried = answer(NotificationTest, { isSent: false, answer: 'HTTP 500' })
    const answers = [...filled, odd, preview, tried, answer(ServerRuleEdit, null)]
    const page = await open({ answers }, '/server/agent?serverId=7&rule=3')
    await page.actor.click(await screen.findByRole('button', { name: 'Send a test notice' }))
    expect(await screen.findByText('HTTP 500')).toBeTruthy()
    expect(page.inputsOf(NotificationTest)).toMatchObject([{ useBy: 'server_monitor', type: 255 }])
    expect(screen.getByText(/Over midnight/)).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.inputsOf(ServerRuleEdit)).toMatchObject([{ id: 3, groupCycle: 7, silentCycle: 180 }]),
    )
  })

  it('stay in the form with what was typed when the server refuses', async () => {
    const refused = refuse(ServerRuleEdit, Code.Failed, 'value must be a number')
    const page = await open({ answers: [...filled, rules, preview, refused] }, '/server/agent?serverId=7&rule=3')
    await page.actor.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/value must be a number/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Threshold' }).value).toBe('80')
  })
})

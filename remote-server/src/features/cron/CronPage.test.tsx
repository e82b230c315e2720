import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import {
  type Cron,
  CronAdd,
  type CronAgent,
  CronCopy,
  CronEdit,
  CronHistory,
  CronList,
  CronLogList,
  type CronRun,
  CronStart,
  CronToggle,
} from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../../remote.ts'
import CronPage from './CronPage.tsx'

const MINUTE_MS = 60_000
const now = Date.now()
const task: Cron = {
  ...{ id: 4, serverId: 1, expression: '0 */5 * * * *', command: '/opt/backup all', singleMode: 1, logLevel: 1 },
  ...{ description: 'nightly backup', state: 1, creator: 'Ada', editor: '', isEnabled: true, notifyType: 0 },
  ...{ insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-21 10:00:00', notifyTarget: '', missedTime: 0 },
  lastRun: { time: now - MINUTE_MS, execCode: 3, state: 'failed' },
}
const agent: CronAgent = { now, pollTime: now - 20_000, reportTime: now - 20_000 }
const options = answer(ServerOptionList, {
  list: [
    { id: 1, name: 'web-1', ip: '10.0.0.1', description: '', tags: [] },
    { id: 2, name: 'web-2', ip: '10.0.0.2', description: '', tags: [] },
  ] as never,
})
type Answers = NonNullable<NonNullable<Parameters<typeof renderPage>[1]>['answers']>
const open = (path: string, answers: Answers = [], permissions = Object.values(Permission)) =>
  renderPage(<CronPage />, { remote, path, permissions, answers: [options, ...answers] })
const tasks = (list: Cron[], heard = agent) => answer(CronList, { list, agent: heard })

afterEach(() => {
  vi.useRealTimers()
})

describe('tasks', () => {
  it('wait for a server to be chosen', async () => {
    await open('/server/cron')
    expect(await screen.findByText('Tasks of which server?')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add task' })).toBeNull()
  })

  it('are listed with what they mean and how they fared, and with what may be done', async () => {
    await open('/server/cron?server=1', [tasks([task])], [Permission.ShowCronPage])
    const row = within((await screen.findByText('nightly backup')).closest('tr') ?? document.body)
    expect(row.getByText('Every 5 minutes')).toBeTruthy()
    expect(row.getByText('failed (3)')).toBeTruthy()
    expect(row.getByText('/opt/backup all')).toBeTruthy()
    expect(row.getByRole('button', { name: 'Log: nightly backup' })).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Run now: nightly backup' })).toBeNull()
    expect(row.getByRole('switch').hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('The agent takes its tasks from here')).toBeTruthy()
  })

  it('that run are looked at again until they have ended', async () => {
    const ran = { ...task, lastRun: { time: now, execCode: 0, state: 'success' as const } }
    let asked = 0
    const list = answer(CronList, () => {
      asked += 1
      return { list: [asked === 1 ? { ...task, lastRun: { ...ran.lastRun, state: 'running' as const } } : ran], agent }
    })
    await open('/server/cron?server=1', [list])
    expect(await screen.findByText('running')).toBeTruthy()
    expect(await screen.findByText('succeeded')).toBeTruthy()
  })

  it('say in which year they run when it is not this one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22) })
    const rare = { ...task, expression: '30 15 6 1 1 *' }
    await open('/server/cron?server=1', [tasks([rare])])
    expect(await screen.findByText('2027-01-01 06:15:30 UTC')).toBeTruthy()
  })

  it('are explained where there are none, and refused in words', async () => {
    await open('/server/cron?server=1', [tasks([])])
    expect(await screen.findByText('No tasks yet')).toBeTruthy()
  })

  it('tell which permission is missing', async () => {
    await open('/server/cron?server=1', [refuse(CronList, Code.Denied, 'no permission')])
    expect(await screen.findByText(/View scheduled tasks/)).toBeTruthy()
  })

  it.each([
    ['No agent has asked', { pollTime: 0, reportTime: 0 }],
    ['has not asked for tasks for more than 3 minutes', { pollTime: now - 4 * MINUTE_MS, reportTime: 0 }],
    ['An agent reports measurements', { pollTime: 0, reportTime: now - 1000 }],
  ])('will not run when nobody asks for them: %s', async (words, heard) => {
    await open('/server/cron?server=1', [tasks([task], { now, ...heard })])
    expect(await screen.findByText('Tasks will not run')).toBeTruthy()
    expect(screen.getByText(new RegExp(words))).toBeTruthy()
    expect(screen.getByRole('link', { name: /agent/ }).getAttribute('href')).toContain('/server/agent?serverId=1')
  })

  it('that were missed or are disabled are counted and found', async () => {
    const missed = { ...task, id: 5, description: 'missed one', missedTime: Date.UTC(2026, 10, 21, 12, 5) }
    const off = { ...task, id: 6, description: 'switched off', isEnabled: false, lastRun: null }
    const { actor } = await open('/server/cron?server=1', [tasks([task, missed, off])])
    expect(await screen.findByText('missed 11-21 12:05 UTC')).toBeTruthy()
    await actor.click(screen.getByRole('button', { name: /1 disabled/ }))
    await waitFor(() => expect(screen.queryByText('missed one')).toBeNull())
    expect(screen.getByText('switched off')).toBeTruthy()
  })

  it('are switched off and on', async () => {
    const { actor, inputsOf } = await open('/server/cron?server=1', [tasks([task]), answer(CronToggle, null)])
    await actor.click(await screen.findByRole('switch', { name: 'Enabled: nightly backup' }))
    await waitFor(() => expect(inputsOf(CronToggle)).toEqual([{ id: 4, isEnabled: false }]))
  })
})

describe('the form of a task', () => {
  it('says what an expression means, in UTC, and what is wrong with one', async () => {
    const { actor } = await open('/server/cron?server=1&task=add', [tasks([])])
    const field = await screen.findByLabelText('Schedule', { exact: false, selector: 'input' })
    await actor.type(field, '0 0 3 13 * 5')
    expect(await screen.findByText(/a day that fits either of them is enough/)).toBeTruthy()
    expect(screen.getByText('Next runs in UTC')).toBeTruthy()
    expect(screen.getAllByText(/^\d{4}-\d\d-\d\d 03:00:00$/).length).toBeGreaterThanOrEqual(3)
    expect(screen.getByText(/Times are UTC, always/)).toBeTruthy()
    await actor.clear(field)
    await actor.type(field, '0 0 0 * * 7')
    await actor.tab()
    expect(await screen.findByText('weekday 7: 0 is Sunday, 6 is Saturday')).toBeTruthy()
  })

  it('offers usual schedules, warns of what only a shell understands, and sends what was filled in', async () => {
    const { actor, inputsOf } = await open('/server/cron?server=1&task=add', [tasks([]), answer(CronAdd, { id: 9 })])
    await actor.click(await screen.findByRole('button', { name: 'hourly' }))
    await actor.type(screen.getByPlaceholderText('/bin/sh /opt/jobs/nightly.sh'), ' echo $HOME | wc ')
    expect(await screen.findByText('No shell reads this')).toBeTruthy()
    await actor.click(screen.getByRole('button', { name: 'Add task' }))
    await waitFor(() => expect(inputsOf(CronAdd)).toHaveLength(1))
    expect(inputsOf(CronAdd)[0]).toEqual({
      ...{ serverId: 1, expression: '0 0 * * * *', command: 'echo $HOME | wc', singleMode: 1, logLevel: 1 },
      ...{ description: '', isEnabled: true, notifyType: 0, notifyTarget: '' },
    })
  })

  it('stays open with what was typed when the server refuses it', async () => {
    const { actor } = await open('/server/cron?server=1&task=edit&id=4', [
      tasks([task]),
      refuse(CronEdit, Code.Failed, 'no such task; load the list again'),
    ])
    const command = await screen.findByDisplayValue('/opt/backup all')
    await actor.type(command, ' more')
    await actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/no such task; load the list again/)).toBeTruthy()
    expect(screen.getByDisplayValue('/opt/backup all more')).toBeTruthy()
  })
})

describe('the runs of a task', () => {
  const run: CronRun = {
    ...{
      id: 7,
      cronId: 4,
      serverId: 1,
      execCode: 3,
      reportTime: '2026-11-21 10:00:00',
      insertTime: '',
      state: 'failed',
    },
    ...{ message: 'Exec error:\nexit status 3\nStdout:\nhello\n', time: now - MINUTE_MS, duration: 1234, userName: '' },
  }

  it('are listed with their total, and say what they said', async () => {
    const { actor } = await open('/server/cron?server=1&task=log&id=4', [
      tasks([task]),
      answer(CronLogList, { list: [run], total: 1 }),
      answer(CronHistory, { list: [] }),
    ])
    expect(await screen.findByText('1 run kept')).toBeTruthy()
    expect(screen.getByText('exit status 3')).toBeTruthy()
    await actor.click(screen.getByRole('button', { name: /failed \(3\)/, expanded: false }))
    expect(await screen.findByRole('log')).toBeTruthy()
  })

  it('begin by hand after a question', async () => {
    const { actor, inputsOf } = await open('/server/cron?server=1&task=run&id=4', [
      tasks([task]),
      answer(CronStart, { id: 8 }),
      answer(CronLogList, { list: [{ ...run, id: 8, state: 'running', execCode: -1, userName: 'Ada' }], total: 1 }),
      answer(CronHistory, { list: [] }),
    ])
    expect(await screen.findByText('Run “nightly backup” on web-1 now?')).toBeTruthy()
    await actor.click(screen.getByRole('button', { name: 'Run now' }))
    await waitFor(() => expect(inputsOf(CronStart)).toEqual([{ id: 4 }]))
    expect(await screen.findByText('Runs of “nightly backup”')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Stop this run' })).toBeTruthy()
  })

  it('can be those of other servers too, once the task is copied', async () => {
    const { actor, inputsOf } = await open('/server/cron?server=1&task=copy&id=4', [
      tasks([task]),
      answer(CronCopy, { list: [{ serverId: 2, id: 9, isNew: true }] }),
    ])
    await actor.click(await screen.findByRole('combobox', { name: 'Servers' }))
    await actor.click(await screen.findByText('web-2'))
    await actor.click(screen.getByRole('button', { name: 'Copy to 1 server' }))
    await waitFor(() => expect(inputsOf(CronCopy)).toEqual([{ id: 4, serverIds: [2], isEnabled: false }]))
  })
})

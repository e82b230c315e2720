import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import {
  type CommandSet,
  CommandSetAdd,
  CommandSetList,
  ServiceList,
} from '@windlass/shared-kit/contract/serverProcess'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ProcessPage from './ProcessPage.tsx'

const set: CommandSet = {
  ...{ id: 4, namespaceId: 1, name: 'shop', insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-21 10:00:00' },
  items: '[{"name":"start","command":"systemctl start shop"},{"name":"stop","command":"systemctl stop shop"}]',
}
const options = answer(ServerOptionList, { list: [] })
type Answers = NonNullable<Parameters<typeof renderPage>[1]>['answers']
const open = (path: string, answers: Answers = [], permissions = Object.values(Permission)) =>
  renderPage(<ProcessPage />, { remote, path, permissions, answers: [options, ...(answers ?? [])] })

describe('command sets', () => {
  it('are listed with their commands, and with what may be done', async () => {
    await open('/server/process', [answer(CommandSetList, { list: [set] })], [Permission.ShowServerProcessPage])
    const row = within((await screen.findByText('shop')).closest('tr') ?? document.body)
    expect(row.getByText('start').title).toBe('systemctl start shop')
    expect(row.getByRole('button', { name: 'Run: shop' })).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Delete: shop' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Add commands/ })).toBeNull()
  })

  it('are explained where there are none, and refused in words', async () => {
    await open('/server/process', [answer(CommandSetList, { list: [] })])
    expect(await screen.findByText('No commands yet')).toBeTruthy()
  })

  it('tell which permission is missing', async () => {
    await open('/server/process', [refuse(CommandSetList, Code.Denied, 'no permission')])
    expect(await screen.findByText(/View process page/)).toBeTruthy()
  })

  it('say that servers have to be chosen before one is run', async () => {
    const page = await open('/server/process', [answer(CommandSetList, { list: [set] })])
    await page.actor.click(await screen.findByRole('button', { name: /^Run: / }))
    expect(await screen.findByText('Choose servers first')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'start' })).toHaveProperty('disabled', true)
  })

  it('are not saved with two commands of one name', async () => {
    const page = await open('/server/process?task=copy&set=4', [
      answer(CommandSetList, { list: [set] }),
      answer(CommandSetAdd, { id: 5 }),
    ])
    const names = await screen.findAllByLabelText('Name on the button')
    const [, second] = names
    if (!second) throw new Error('there is no second command')
    await page.actor.clear(second)
    await page.actor.type(second, 'start')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Another command has this name')).toBeTruthy()
  })
})

describe('services', () => {
  it('are told by state, and what is not there is said', async () => {
    const keepers = [
      { keeper: 'systemd', isHere: false, problem: '' },
      { keeper: 'supervisor', isHere: true, problem: '' },
    ] as const
    const service = { keeper: 'supervisor', name: 'web', state: 'failed', detail: 'FATAL', description: 'x' } as const
    await open('/server/process?view=services&server=1', [
      answer(ServiceList, { keepers: [...keepers], list: [service] }),
    ])
    expect(await screen.findByText('systemd is not here on this server.')).toBeTruthy()
    const row = within((await screen.findByText('web')).closest('tr') ?? document.body)
    await waitFor(() => expect(row.getByText('FATAL')).toBeTruthy())
    expect(row.getByRole('button', { name: 'Start: web' })).toHaveProperty('disabled', false)
    expect(row.getByRole('button', { name: 'Stop: web' })).toHaveProperty('disabled', true)
  })
})

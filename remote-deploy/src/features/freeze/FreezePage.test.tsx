import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  type FreezeWindow,
  FreezeWindowAdd,
  FreezeWindowEdit,
  FreezeWindowList,
  FreezeWindowRemove,
} from '@windlass/shared-kit/contract/deployGuard'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import FreezePage from './FreezePage.tsx'

const weekend: FreezeWindow = {
  ...{ id: 3, name: 'weekend', reason: 'nobody is there', environment: 1, kind: 'weekly', startTime: '', endTime: '' },
  ...{ days: [5], startClock: '16:00', minutes: 3840, zone: 'Europe/Berlin', state: 1, isActive: true },
  ...{ nextStart: '2026-11-20 16:00:00', editor: 'Ada', insertTime: '2026-11-01 10:00:00' },
  updateTime: '2026-11-01 10:00:00',
}
const open = (answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'], path = '/deploy/freeze') =>
  renderPage(<FreezePage />, { remote, path, permissions: Object.values(Permission), answers })

describe('freeze windows', () => {
  it('say when they hold, where and why', async () => {
    await open([answer(FreezeWindowList, { list: [weekend] })])
    expect(await screen.findByText('Frozen now')).toBeTruthy()
    expect(screen.getByText(/Fri 16:00, for 64 h/)).toBeTruthy()
    expect(screen.getByText('Europe/Berlin')).toBeTruthy()
    expect(screen.getByText('nobody is there')).toBeTruthy()
  })

  it('are added for one time in a zone', async () => {
    const answers = [answer(FreezeWindowList, { list: [] }), answer(FreezeWindowAdd, { id: 9 })]
    const page = await open(answers, '/deploy/freeze?edit=new')
    await page.actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'Christmas')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-24T12:00' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-12-27T08:00' } })
    await page.actor.click(screen.getAllByRole('button', { name: 'Add freeze window' }).at(-1) ?? document.body)
    await waitFor(() => expect(page.inputsOf(FreezeWindowAdd)).toHaveLength(1))
    expect(page.inputsOf(FreezeWindowAdd)[0]).toMatchObject({
      name: 'Christmas',
      kind: 'once',
      startTime: '2026-12-24 12:00:00',
      endTime: '2026-12-27 08:00:00',
      days: [],
      startClock: '',
      minutes: 0,
      environment: 1,
    })
  })

  it('keep what was typed when saving fails', async () => {
    const answers = [
      answer(FreezeWindowList, { list: [weekend] }),
      refuse(FreezeWindowEdit, Code.Failed, 'the freeze must last at least a minute'),
    ]
    const page = await open(answers, '/deploy/freeze?edit=3')
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await page.actor.type(name, 's')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('at least a minute')
    expect(name.value).toBe('weekends')
    expect(page.inputsOf(FreezeWindowEdit)[0]).toMatchObject({ id: 3, days: [5], startClock: '16:00', minutes: 3840 })
  })

  it('are removed after a question', async () => {
    const page = await open([answer(FreezeWindowList, { list: [weekend] }), answer(FreezeWindowRemove, null)])
    await page.actor.click(await screen.findByRole('button', { name: 'Remove' }))
    await page.actor.click((await screen.findAllByRole('button', { name: 'Remove' })).at(-1) ?? document.body)
    await waitFor(() => expect(page.inputsOf(FreezeWindowRemove)).toEqual([{ id: 3 }]))
  })

  it('explain themselves when there are none', async () => {
    await open([answer(FreezeWindowList, { list: [] })])
    expect(await screen.findByText('No freeze windows')).toBeTruthy()
  })

  it('name the missing permission when refused', async () => {
    await open([refuse(FreezeWindowList, Code.Denied, 'no permission')])
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: Manage freeze windows')
  })
})

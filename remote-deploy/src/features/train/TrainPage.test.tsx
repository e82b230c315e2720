import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import {
  type DeployTrain,
  TrainAdd,
  TrainCancel,
  TrainGoBack,
  TrainList,
  TrainRemove,
  type TrainRun,
  type TrainRunCar,
  TrainRunDetail,
  TrainRunList,
  TrainStart,
} from '@windlass/shared-kit/contract/deployTrain'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import TrainPage from './TrainPage.tsx'
import TrainRunPage from './TrainRunPage.tsx'

const time = '2026-11-20 16:00:00'
const train: DeployTrain = {
  ...{ id: 4, name: 'friday', ownerName: 'Ada', insertTime: time, updateTime: time },
  cars: [
    { projectId: 1, projectName: 'api', kind: 'newest', revision: '' },
    { projectId: 2, projectName: 'shop', kind: 'tag', revision: 'v2' },
  ],
  lastRun: { id: 8, state: 'failed', startTime: time, starterName: 'Ada' },
}
const car = (change: Partial<TrainRunCar>): TrainRunCar => ({
  ...{ projectId: 1, projectName: 'api', kind: 'newest', revision: '', state: 'waiting', token: '', commit: '' },
  ...{ reason: '', backState: '', backToken: '', backReason: '' },
  ...change,
})
const run: TrainRun = {
  ...{ id: 8, trainId: 4, trainName: 'friday', state: 'failed', reason: 'shop: exit status 3', starterName: 'Ada' },
  cars: [
    car({ state: 'success', token: 'a', commit: 'abcdef1234567' }),
    car({ projectId: 2, projectName: 'shop', state: 'failed', token: 'b', reason: 'exit status 3' }),
    car({ projectId: 3, projectName: 'mail', state: 'skipped' }),
  ],
  ...{ startTime: time, endTime: time },
}
type Answers = NonNullable<Parameters<typeof renderPage>[1]>['answers']
const permissions = Object.values(Permission)
const openList = (answers: Answers, path = '/deploy/train') =>
  renderPage(<TrainPage />, { remote, path, permissions, answers })
const openRun = (shown: TrainRun, more: NonNullable<Answers> = []) => {
  const answers = [answer(TrainRunDetail, shown), answer(TrainRunList, page([shown])), ...more]
  return renderPage(<TrainRunPage />, {
    remote,
    path: '/deploy/train/8',
    route: '/deploy/train/:runId',
    permissions,
    answers,
  })
}
const page = (list: TrainRun[]) => ({ list, pagination: { page: 1, rows: 10, total: list.length } })
const last = <Element,>(found: Element[]): Element => {
  const element = found.at(-1)
  if (!element) throw new Error('nothing was found')
  return element
}

describe('trains', () => {
  it('show their projects in order and how the latest run went', async () => {
    await openList([answer(TrainList, { list: [train] })])
    expect(await screen.findByText('friday')).toBeTruthy()
    const cars = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(cars.slice(-2)).toEqual(['api', 'shopv2'])
    expect(screen.getByRole('link', { name: /Failed/ }).getAttribute('href')).toBe('#/deploy/train/8')
  })

  it('are started after a question that names the order', async () => {
    const opened = await openList([answer(TrainList, { list: [train] }), answer(TrainStart, { id: 9 })])
    await opened.actor.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/api → shop/)).toBeTruthy()
    await opened.actor.click(last(await screen.findAllByRole('button', { name: 'Start' })))
    await waitFor(() => expect(opened.inputsOf(TrainStart)).toEqual([{ id: 4 }]))
  })

  it('are put together in the form, which asks for what is missing', async () => {
    const answers = [answer(TrainList, { list: [train] }), answer(DeployList, { list: [] })]
    const opened = await openList(answers, '/deploy/train?edit=new')
    await opened.actor.type(await screen.findByRole('textbox', { name: 'Name' }), 'monday')
    expect((await screen.findAllByText(/^Project \d$/)).length).toBe(2)
    await opened.actor.click(screen.getByRole('button', { name: 'Take project 2 out' }))
    await waitFor(() => expect(screen.getAllByText(/^Project \d$/).length).toBe(1))
    await opened.actor.click(last(screen.getAllByRole('button', { name: 'Add train' })))
    expect(await screen.findByText('Choose a project')).toBeTruthy()
    expect(opened.inputsOf(TrainAdd)).toEqual([])
  })

  it('are removed after a question', async () => {
    const opened = await openList([answer(TrainList, { list: [train] }), answer(TrainRemove, null)])
    await opened.actor.click(await screen.findByRole('button', { name: 'Remove' }))
    await opened.actor.click(last(await screen.findAllByRole('button', { name: 'Remove' })))
    await waitFor(() => expect(opened.inputsOf(TrainRemove)).toEqual([{ id: 4 }]))
  })

  it('explain themselves when there are none, and name the missing permission', async () => {
    await openList([answer(TrainList, { list: [] })])
    expect(await screen.findByText('No release trains')).toBeTruthy()
  })

  it('name the missing permission when refused', async () => {
    await openList([refuse(TrainList, Code.Denied, 'no permission')])
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: Show deploy page')
  })
})

describe('a run', () => {
  it('shows how each car stands and offers the way back for all', async () => {
    const opened = await openRun(run, [answer(TrainGoBack, null)])
    const line = await screen.findByRole('list', { name: 'Projects in order' })
    expect(within(line).getByText('abcdef12')).toBeTruthy()
    expect(within(line).getByText('Left out')).toBeTruthy()
    expect(within(line).getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('#/deploy/detail/2?token=b')
    expect(screen.getByText('shop: exit status 3')).toBeTruthy()
    await opened.actor.click(screen.getByRole('button', { name: 'Roll back the whole train' }))
    expect(await screen.findByText(/shop → api/)).toBeTruthy()
    await opened.actor.click(last(await screen.findAllByRole('button', { name: 'Roll back the whole train' })))
    await waitFor(() => expect(opened.inputsOf(TrainGoBack)).toEqual([{ id: 8 }]))
  })

  it('is cancelled while it runs, and cannot go back before', async () => {
    const running: TrainRun = { ...run, state: 'running', reason: '', endTime: '' }
    const opened = await openRun(running, [answer(TrainCancel, null)])
    await opened.actor.click(await screen.findByRole('button', { name: 'Cancel run' }))
    expect(screen.queryByRole('button', { name: 'Roll back the whole train' })).toBeNull()
    await opened.actor.click(last(await screen.findAllByRole('button', { name: 'Cancel run' })))
    await waitFor(() => expect(opened.inputsOf(TrainCancel)).toEqual([{ id: 8 }]))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { DeployList } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectServerList } from '@windlass/shared-kit/contract/project'
import {
  type ProjectTask,
  ProjectTaskAdd,
  ProjectTaskList,
  ProjectTaskPreview,
  ProjectTaskRemove,
} from '@windlass/shared-kit/contract/projectTask'
import { RepositoryBranchList, RepositoryCommitList } from '@windlass/shared-kit/contract/repository'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import SchedulePage from './SchedulePage.tsx'

const task = (more: Partial<ProjectTask>): ProjectTask => ({
  ...{ id: 1, projectId: 7, branch: 'origin/main', commit: 'abcdef1234567890', state: 1, isRun: 0, cron: '' },
  ...{ date: '2099-12-25 01:30:00', zone: 'Europe/Berlin', zonedDate: '2099-12-24 18:30:00 +01:00' },
  ...{ dueTime: 4_101_730_200_000, creator: 'Ada', creatorId: 5, editor: '', editorId: 0, isNewest: false },
  ...{ insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-20 10:00:00', serverIds: [], customVariables: [] },
  ...{ status: 'waiting', reason: '', token: '', runTime: '' },
  ...more,
})
const page = (...list: ProjectTask[]) =>
  answer(ProjectTaskList, { list, pagination: { page: 1, rows: 20, total: list.length } })
const project = {
  ...{ ...BLANK_PROJECT, id: 7, name: 'shop', branch: 'main' },
  ...{ queuePosition: 0, stage: '' as const, serverCount: 0, lock: null, freeze: null, waitingReviews: 0, failure: '' },
}
const projects = answer(DeployList, { list: [project] })
const run = { dueTime: 4_101_730_200_000, date: '2099-12-25 01:30:00', zonedDate: '2099-12-24 18:30:00 +01:00' }
const foretold = { runs: [run], remark: '', serverZone: 'Asia/Shanghai', serverTime: '2026-11-21 20:00:00' }
const commit = { branch: '', commit: 'f'.repeat(40), author: 'Grace', timestamp: 1, message: 'Show prices', tag: '' }

const open = (answers: Parameters<typeof renderPage>[1]) =>
  renderPage(<SchedulePage />, {
    remote,
    path: '/deploy/schedule/7',
    route: '/deploy/schedule/:projectId',
    permissions: Object.values(Permission),
    ...answers,
  })

/** The dialog that a text stands in. */
const dialogOf = (element: HTMLElement): HTMLElement =>
  element.closest<HTMLElement>('[role="dialog"]') ?? expect.fail('this is in no dialog')

describe('the scheduled deploys of a project', () => {
  it('say when they run on the clocks of their zone, and why one did not', async () => {
    const reason = 'the console did not run'
    await open({
      answers: [projects, page(task({ id: 2, status: 'missed', state: 0, reason }), task({ cron: '30 18 * * *' }))],
    })
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.getByText('Missed')).toBeTruthy()
    expect(screen.getByText('30 18 * * *')).toBeTruthy()
    expect(screen.getAllByText(/2099-12-24 18:30/)).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Disable' })).toHaveLength(1)
  })

  it('are disabled after a question that names the time', async () => {
    const view = await open({ answers: [projects, page(task({})), answer(ProjectTaskRemove, null)] })
    await view.actor.click(await screen.findByRole('button', { name: 'Disable' }))
    const question = dialogOf(await screen.findByText('Disable the deploy at 2099-12-24 18:30:00 +01:00?'))
    await view.actor.click(within(question).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(view.inputsOf(ProjectTaskRemove)).toEqual([{ id: 1 }]))
  })

  it('are entered with a commit and a time whose runs are shown first', async () => {
    const view = await open({
      path: '/deploy/schedule/7?add=1',
      answers: [
        ...[projects, page(), answer(ProjectTaskPreview, foretold), answer(ProjectTaskAdd, { id: 9 })],
        ...[answer(RepositoryBranchList, { list: ['origin/main'] }), answer(ProjectServerList, { list: [] })],
        answer(RepositoryCommitList, { list: [{ ...commit, diff: '' }] }),
      ],
    })
    expect(await screen.findByText('2099-12-24 18:30:00 +01:00')).toBeTruthy()
    await view.actor.click(await screen.findByRole('radio', { name: /Show prices/ }))
    const form = dialogOf(screen.getByText(/^Schedule shop/))
    await view.actor.click(within(form).getByRole('button', { name: 'Schedule a deploy' }))
    await waitFor(() => expect(view.inputsOf(ProjectTaskAdd)).toHaveLength(1))
    const [input] = view.inputsOf(ProjectTaskAdd)
    expect(input).toMatchObject({ projectId: 7, branch: 'origin/main', commit: 'f'.repeat(40), isNewest: false })
    expect(input?.date).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:00$/)
  })

  it('say in the form what is wrong with a time', async () => {
    const never = refuse(ProjectTaskPreview, Code.Failed, 'the clocks in Europe/Berlin never show this time')
    await open({
      path: '/deploy/schedule/7?add=1',
      answers: [
        ...[projects, page(), never, answer(ProjectServerList, { list: [] })],
        ...[answer(RepositoryBranchList, { list: [] }), answer(RepositoryCommitList, { list: [] })],
      ],
    })
    expect(await screen.findByText(/never show this time/)).toBeTruthy()
  })

  it('say how to begin, and when the reader has no access', async () => {
    await open({ answers: [projects, page()] })
    expect(await screen.findByText('Nothing is scheduled')).toBeTruthy()
    const refused = refuse(ProjectTaskList, Code.Denied, 'no permission')
    await open({ answers: [projects, refused], permissions: [Permission.ShowDeployPage] })
    expect((await screen.findByRole('alert')).textContent).toContain('Schedule deploys')
  })
})

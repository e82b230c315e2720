import { act, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectList, ProjectServerList } from '@windlass/shared-kit/contract/project'
import {
  ProcessRun,
  type ProjectProcess,
  ProjectProcessAdd,
  ProjectProcessList,
} from '@windlass/shared-kit/contract/projectProcess'
import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import { announceSocketMessage } from '@windlass/shared-kit/session'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ProcessPage from './ProcessPage.tsx'
import { readPins, writePins } from './processChoices.ts'

const project = { ...BLANK_PROJECT, id: 7, name: 'shop' }
const times = { insertTime: '', updateTime: '' }
const process = (id: number, name: string): ProjectProcess => ({
  ...{ id, name, projectId: 7, start: '', stop: '', status: 'systemctl status', restart: 'systemctl restart' },
  ...times,
})
const servers = answer(ProjectServerList, {
  list: [1, 2].map((id) => ({
    ...{ id, projectId: 7, serverId: id, project: BLANK_PROJECT, ...times },
    server: { ...BLANK_SERVER, name: `web-${id}` },
  })),
})
const outcome = {
  ...{ execRes: false, exitCode: 3, stdout: 'out\n', stderr: 'oops\n', isCut: false, isLeftOpen: true },
  ...{ startTime: '2026-11-20 10:00:00', endTime: '2026-11-20 10:00:05' },
}

const open = (...answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] & object) =>
  renderPage(<ProcessPage />, {
    remote,
    path: '/deploy/process/7',
    route: '/deploy/process/:projectId',
    permissions: [Permission.ProcessManager, Permission.ShowProjectPage],
    answers: [answer(ProjectList, { list: [project] }), servers, ...answers],
  })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

describe('the processes of a project', () => {
  it('are restarted after a question that shows the command, and heard while they run', async () => {
    const end = Promise.withResolvers<typeof outcome>()
    const page = await open(
      answer(ProjectProcessList, { list: [process(5, 'web')] }),
      answer(ProcessRun, () => end.promise),
    )
    const row = await rowOf('web-2')
    expect(row.getByRole('button', { name: 'Start: web-2' }).hasAttribute('disabled')).toBe(true)
    await page.actor.click(row.getByRole('button', { name: 'Restart: web-2' }))
    const question = (await screen.findByText('Restart “web” on web-2?')).closest('[role="dialog"]')
    if (!(question instanceof HTMLElement)) throw new Error('the question is not a dialog')
    expect(question.textContent).toContain('systemctl restart')
    await page.actor.click(within(question).getByRole('button', { name: 'Restart' }))
    await row.findByText('Restart is running')
    const [sent] = page.inputsOf(ProcessRun)
    expect(sent).toMatchObject({ projectProcessId: 5, serverId: 2, command: 'restart' })
    for (const [runId, text] of [
      [sent?.runId, 'live words'],
      ['another', 'foreign words'],
    ]) {
      act(() => announceSocketMessage({ type: SocketType.Process, message: { runId, stream: 'stdout', text } }))
    }
    expect(await row.findByText('live words')).toBeTruthy()
    expect(screen.queryByText('foreign words')).toBeNull()
    end.resolve(outcome)
    expect(await row.findByText('Restart: exit status 3')).toBeTruthy()
    expect(row.getByText('oops')).toBeTruthy()
    expect(row.getByText(/still holds its output/)).toBeTruthy()
    expect((await rowOf('web-1')).getByText('not run yet')).toBeTruthy()
  })

  it('are asked for their status on all servers at once, each told for itself', async () => {
    const page = await open(
      answer(ProjectProcessList, { list: [process(5, 'web')] }),
      answer(ProcessRun, ({ serverId }) => {
        if (serverId === 1) return { ...outcome, execRes: true, exitCode: 0 }
        throw new Error('the network went away')
      }),
    )
    await page.actor.click(await screen.findByRole('button', { name: 'Status of all servers' }))
    expect(await (await rowOf('web-1')).findByText('Status: succeeded')).toBeTruthy()
    expect(await (await rowOf('web-2')).findByText('Status: could not be run')).toBeTruthy()
  })

  it('are pinned and remembered, without those that are gone', async () => {
    const page = await open(answer(ProjectProcessList, { list: [process(6, 'jobs'), process(5, 'web')] }))
    await page.actor.click(await screen.findByRole('button', { name: 'Pin: jobs' }))
    expect(localStorage.getItem('7-pined-project-process')).toBe('[6]')
    expect(screen.getByRole('button', { name: 'jobs' }).getAttribute('aria-pressed')).toBe('true')
    writePins(7, [6, 99])
    expect(readPins(7, [5, 6])).toEqual([6])
  })

  it('are added with a name and some lines', async () => {
    const page = await open(answer(ProjectProcessList, { list: [] }), answer(ProjectProcessAdd, { id: 9 }))
    await page.actor.click(await screen.findByRole('button', { name: 'New process' }))
    await page.actor.type(await screen.findByRole('textbox', { name: /^Name/ }), 'web')
    await page.actor.type(screen.getByRole('textbox', { name: /^Status command/ }), 'uptime')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.inputsOf(ProjectProcessAdd)).toEqual([
        { projectId: 7, name: 'web', status: 'uptime', start: '', stop: '', restart: '' },
      ]),
    )
  })

  it('say so when the reader has no access', async () => {
    await open(refuse(ProjectProcessList, Code.Denied, 'no permission'))
    expect((await screen.findByRole('alert')).textContent).toContain('Manage processes')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectList } from '@windlass/shared-kit/contract/project'
import {
  type ProjectFile,
  ProjectFileContent,
  ProjectFileList,
  ProjectFileMove,
  ProjectFileRemove,
} from '@windlass/shared-kit/contract/projectFile'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import SyncPage from './SyncPage.tsx'

const project = { ...BLANK_PROJECT, id: 7, name: 'shop', path: '/srv/shop' }
const file: ProjectFile = {
  ...{ id: 3, projectId: 7, filename: 'conf/.env', size: 2048, mode: '0600', version: 4, editor: 'Grace' },
  ...{ insertTime: '2026-11-20 10:00:00', updateTime: '2026-11-20 10:00:00' },
}
const list = (...files: ProjectFile[]) => answer(ProjectFileList, { list: files, limitBytes: 1024 })

const open = (...answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] & object) =>
  renderPage(<SyncPage />, {
    remote,
    path: '/deploy/sync/7',
    route: '/deploy/sync/:projectId',
    permissions: [Permission.FileSync, Permission.ShowProjectPage],
    answers: [answer(ProjectList, { list: [project] }), ...answers],
  })

describe('the files of a project', () => {
  it('are listed with size, mode and who changed them, and renamed to a name that is free', async () => {
    const page = await open(list(file, { ...file, id: 4, filename: 'a.ini' }), answer(ProjectFileMove, null))
    const row = (await screen.findByText('conf/.env')).closest('tr')
    if (!row) throw new Error('the file is in no row')
    expect(row.textContent).toMatch(/2 KB.*0600.*Grace/)
    await page.actor.click(within(row).getByRole('button', { name: 'More: conf/.env' }))
    await page.actor.click(await screen.findByText('Rename or change mode'))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await page.actor.clear(name)
    await page.actor.type(name, 'A.ini')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('A file of this name is here already')).toBeTruthy()
    await page.actor.type(name, '.old')
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.inputsOf(ProjectFileMove)).toEqual([{ id: 3, filename: 'A.ini.old', mode: '0600' }]),
    )
  })

  it('are deleted after a question that names the file', async () => {
    const page = await open(list(file), answer(ProjectFileRemove, null))
    await page.actor.click(await screen.findByRole('button', { name: 'Delete: conf/.env' }))
    const question = (await screen.findByText('Delete the file “conf/.env”?')).closest('[role="dialog"]')
    if (!(question instanceof HTMLElement)) throw new Error('the question is not a dialog')
    await page.actor.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(page.inputsOf(ProjectFileRemove)).toEqual([{ projectFileId: 3 }]))
  })

  it('say why one cannot be edited as text', async () => {
    const page = await open(list(file), refuse(ProjectFileContent, Code.Failed, 'conf/.env is no text'))
    await page.actor.click(await screen.findByRole('button', { name: 'Edit: conf/.env' }))
    expect((await screen.findByRole('alert')).textContent).toContain('conf/.env is no text')
  })

  it('say what belongs here when there are none', async () => {
    await open(list())
    expect(await screen.findByText('No files yet')).toBeTruthy()
  })

  it('say so when the reader has no access', async () => {
    await open(refuse(ProjectFileList, Code.Denied, 'no permission'))
    expect((await screen.findByRole('alert')).textContent).toContain('Sync files')
  })
})

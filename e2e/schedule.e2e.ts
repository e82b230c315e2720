import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import { ProjectTaskAdd, ProjectTaskList } from '@windlass/shared-kit/contract/projectTask'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, PHONE, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'

describe('a deploy for tonight', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository
  let commit: string
  let projectId: number
  const tasks = async () => (await api.call(ProjectTaskList, { id: projectId, page: 1, rows: 20 })).list

  beforeAll(async () => {
    repository = await makeRepository()
    commit = await repository.commit('first release', { 'index.html': 'one' })
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    const base = { repoType: 'git', url: repository.url, branch: 'main', environment: 1 } as const
    await api.call(ProjectAdd, { ...base, name: 'shop', path: '/srv/shop' })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await repository?.remove()
  })

  it('is entered with a commit, a zone and a repetition whose next runs are shown', async () => {
    const { page } = who
    await page.goto(`/#/deploy/schedule/${projectId}`)
    await page.getByRole('button', { name: 'Schedule a deploy' }).first().click()
    const form = page.getByRole('dialog', { name: /Schedule shop/ })
    await form.getByRole('radio', { name: /first release/ }).check()
    await form.getByLabel('Date and time').fill('2099-10-25T02:30')
    await form.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin')
    await page.getByTitle('Europe/Berlin', { exact: true }).click()
    await form
      .getByText('2099-10-25 02:30:00 +01:00')
      .or(form.getByText('2099-10-25 02:30:00 +02:00'))
      .first()
      .waitFor()
    await form.getByRole('combobox', { name: 'Repeats' }).click()
    await page.getByTitle('Every week on this day').click()
    await expect.poll(() => form.getByRole('listitem').count()).toBe(5)
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Schedule a deploy' }).click()
    await page.getByText('The deploy is scheduled').waitFor()
    const [task] = await tasks()
    expect(task).toMatchObject({ commit, branch: 'origin/main', zone: 'Europe/Berlin', cron: '30 2 * * 0' })
  })

  it('is disabled after a question', async () => {
    const { page } = who
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('The scheduled deploy is disabled').waitFor()
    expect(await tasks()).toMatchObject([{ status: 'disabled', state: 0, editor: 'Administrator' }])
  })

  it('starts by itself, on a phone nobody touches', async () => {
    const phone = await visit(browser, { url: server.url, viewport: PHONE })
    await signIn(phone)
    await phone.page.goto(`/#/deploy/schedule/${projectId}`)
    await phone.page.getByText('Disabled').first().waitFor()
    // A busy machine may take seconds until it is asked, and refuses what is past.
    const date = new Date(Date.now() + 8_000).toISOString().slice(0, 19).replace('T', ' ')
    await api.call(ProjectTaskAdd, { projectId, branch: 'origin/main', commit, date, zone: 'UTC' })
    await phone.page.reload()
    await until('it has run', async () => (await tasks())[0]?.status === 'success')
    await phone.page.getByText('Done').first().waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    expect([...phone.errors, ...who.errors]).toEqual([])
    await phone.close()
  })
})

import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DeployState } from '@windlass/shared-kit/contract'
import { DeployList, DeployPublish } from '@windlass/shared-kit/contract/deploy'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, signIn, type Visit, visit } from './support/browser.ts'
import { type ConsoleProcess, startConsole } from './support/consoleProcess.ts'
import { type Api, openApi, until } from './support/fixtures.ts'
import { makeRepository, type TestRepository } from './support/gitRepository.ts'

const MANY = 10_000
const STEPS = 60
/** A step that takes longer is seen as a jerk. */
const FRAME_MS = 60
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Runs if anything of it is taken for a page. */
const EVIL = '<!doctype html><script>document.title = "owned"; parent.document.title = "owned"</script>'

describe('somebody who looks at what was fetched', () => {
  let server: ConsoleProcess
  let browser: Browser
  let who: Visit
  let api: Api
  let repository: TestRepository
  let projectId: number
  let folder: string

  beforeAll(async () => {
    repository = await makeRepository()
    const many = Array.from({ length: MANY }, (_, index) => [`many/part-${String(index).padStart(5, '0')}.txt`, ''])
    await repository.commit('all of it', {
      ...{ 'index.html': EVIL, 'src/deep/code.ts': 'export const answer = 42\n', 'src/notes.md': '# notes\n' },
      ...Object.fromEntries(many),
    })
    server = await startConsole()
    browser = await launchBrowser()
    api = await openApi(server.url)
    const fields = { name: 'shop', repoType: 'git', url: repository.url, environment: 3, branch: 'main' } as const
    await api.call(ProjectAdd, { ...fields, path: '/srv/shop' })
    projectId = (await api.call(ProjectList)).list[0]?.id ?? 0
    folder = path.join(server.dataDir, 'repository', `project_${projectId}`)
    who = await visit(browser, { url: server.url })
    await signIn(who)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
    await repository?.remove()
  })

  it('is told to deploy once, and then walks through folders, back and forward', async () => {
    const { page } = who
    await page.goto(`/#/project/files/${projectId}`)
    await page.getByText('No working copy yet').waitFor()
    await api.call(DeployPublish, { projectId })
    await until('the deploy has ended', async () =>
      (await api.call(DeployList)).list.find(({ deployState }) => deployState === DeployState.Success),
    )
    await writeFile(path.join(folder, 'picture.png'), PIXEL)
    await symlink('/etc', path.join(folder, 'out'))
    await page.reload()
    await page.getByRole('link', { name: /^src/ }).click()
    await page.getByRole('link', { name: /^deep/ }).click()
    await page.getByRole('link', { name: 'code.ts', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('export const answer = 42').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goBack()
    await drawer.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.getByRole('link', { name: 'notes.md', exact: true }).waitFor()
    await page.goForward()
    await page.getByRole('link', { name: 'code.ts', exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'Working copy' }).click()
    await page.getByText('leads out of the working copy').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(who.errors).toEqual([])
  })

  it('sees pages as the text they are, pictures as pictures, and saves the very bytes', async () => {
    const { page } = who
    await page.getByRole('link', { name: 'picture.png', exact: true }).click()
    await page.getByRole('dialog').getByText('1 × 1 pixels').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'index.html', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('parent.document.title').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('index.html')
    expect(await readFile(await download.path(), 'utf8')).toBe(EVIL)
    // The address of the preview itself, as somebody may be sent it.
    const raw = await who.context.newPage()
    await raw.goto(`/repository/previewFile?id=${projectId}&file=index.html&G-N-ID=1`)
    expect(await raw.locator('body').innerText()).toContain('<script>')
    expect(await raw.title()).not.toBe('owned')
    await raw.close()
    expect(await page.title()).not.toContain('owned')
    await page.goBack()
    expect(who.errors).toEqual([])
  })

  it('scrolls through ten thousand files without a jerk, and finds one by its name', async () => {
    const { page } = who
    await page.goto(`/#/project/files/${projectId}?dir=many`)
    await page.getByRole('link', { name: 'part-00000.txt', exact: true }).waitFor()
    // Time of the processor, not of the wall: what else runs on the machine does not count.
    const session = await who.context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spentMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    }
    const before = await spentMs()
    const top = await page.evaluate(async (steps) => {
      const scroller = document.querySelector('.ant-table-tbody-virtual-holder')
      if (!scroller) return 0
      for (let step = 0; step < steps; step++) {
        scroller.scrollTop += 400
        await new Promise(requestAnimationFrame)
      }
      return scroller.scrollTop
    }, STEPS)
    // The list keeps up with every other step at least, and draws only what is seen.
    expect(top).toBeGreaterThanOrEqual(STEPS * 200)
    expect(((await spentMs()) - before) / STEPS).toBeLessThan(FRAME_MS)
    expect(await page.locator('.ant-table-row').count()).toBeLessThan(100)
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('09999')
    await page.getByRole('link', { name: 'part-09999.txt', exact: true }).waitFor()
    expect(await page.locator('.ant-table-row').count()).toBe(1)
  })

  it('deletes a folder after a question, and the next deploy brings it back', async () => {
    const { page } = who
    await page.goto(`/#/project/files/${projectId}`)
    await page.getByRole('button', { name: 'Delete src' }).click()
    await page.getByRole('dialog', { name: 'Delete “src”?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: /^src/ }).waitFor({ state: 'hidden' })
    await api.call(DeployPublish, { projectId })
    await until('the second deploy has ended', async () =>
      (await api.call(DeployList)).list.find(({ deployState }) => deployState === DeployState.Success),
    )
    await page.getByRole('button', { name: 'Load again' }).click()
    await page.getByRole('link', { name: /^src/ }).waitFor()
    expect(who.errors).toEqual([])
  })
})

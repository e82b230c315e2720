import { existsSync } from 'node:fs'
import { runSupervisor, SUPERVISORD, type TestSupervisor } from '@windlass/backend/testing/supervisor'
import { CommandSetList } from '@windlass/shared-kit/contract/serverProcess'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from './support/browser.ts'
import { until } from './support/fixtures.ts'
import { type OperatorStage, startOperatorStage } from './support/operatorStage.ts'
import { addServer } from './support/servers.ts'

describe('an operator who looks after processes', () => {
  let stage: OperatorStage
  let serverId: number

  beforeAll(async () => {
    stage = await startOperatorStage()
    serverId = await addServer(stage.api, stage.sshd)
  })
  afterAll(() => stage?.end())

  it('names commands, puts them in order by keyboard, and runs one', async () => {
    const { page } = stage.who
    await page.goto(`${stage.server.url}/#/server/process`)
    await page.getByText('No commands yet').waitFor()
    await page.getByRole('button', { name: 'Add commands' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('shop')
    for (const [at, [name, command]] of [
      ['second', 'echo two'],
      ['first', 'echo one; exit 7'],
    ].entries()) {
      await form.getByRole('button', { name: 'Add a command' }).click()
      await form
        .getByLabel('Name on the button')
        .nth(at)
        .fill(name ?? '')
      await form
        .getByLabel('Command', { exact: true })
        .nth(at)
        .fill(command ?? '')
    }
    await form.getByRole('button', { name: 'Move command 2', exact: true }).press('ArrowUp')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await until('it is saved in its order', async () =>
      (await stage.api.call(CommandSetList)).list[0]?.items.startsWith('[{"name":"first"'),
    )
    await page.getByRole('button', { name: 'Run: shop' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('combobox', { name: 'Servers' }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: 'web-1' }).click()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'first' }).click()
    const question = page.getByRole('dialog').last()
    await question.getByText('echo one; exit 7').waitFor()
    await question.getByRole('button', { name: 'Run on 1 server' }).click()
    await drawer.getByText('failed · exit code 7').waitFor()
    await drawer.getByRole('log').getByText('one').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it.skipIf(!existsSync(SUPERVISORD))('sees services, stops one after a question, and follows its log', async () => {
    const { page } = stage.who
    const supervisor: TestSupervisor = await runSupervisor(stage.sshd.folder)
    try {
      await page.goto(`${stage.server.url}/#/server/process?view=services&server=${serverId}`)
      await page.getByText('talker', { exact: true }).waitFor()
      if (!existsSync('/run/systemd/system')) await page.getByText('systemd is not here on this server.').waitFor()
      await page.getByRole('button', { name: 'Log: talker' }).click()
      await page.getByRole('log').getByText('talks').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Stop: talker' }).click()
      await page.getByRole('dialog').getByText('Stop talker on web-1?').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByText('STOPPED', { exact: true }).waitFor()
      expect(await axeViolations(page)).toEqual([])
    } finally {
      await supervisor.stop()
    }
  })
})

import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestAgent, serverKey, type TestAgent } from '@windlass/backend/testing/agentClient'
import { CronList } from '@windlass/shared-kit/contract/cron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, PHONE, signIn, visit } from './support/browser.ts'
import { until } from './support/fixtures.ts'
import { type OperatorStage, startOperatorStage } from './support/operatorStage.ts'
import { addServer } from './support/servers.ts'

describe('an operator who lets agents run tasks', () => {
  let stage: OperatorStage
  let agent: TestAgent
  let [serverId, other] = [0, 0]

  const tasks = async (of = serverId) => (await stage.api.call(CronList, { serverId: of })).list
  const cron = (more = '') => `${stage.server.url}/#/server/cron?server=${serverId}${more}`

  beforeAll(async () => {
    stage = await startOperatorStage()
    const { api, sshd, server } = stage
    serverId = await addServer(api, sshd)
    other = await addServer(api, sshd, 'web-2', { ip: 'localhost' })
    agent = createTestAgent({ url: server.url, serverId, key: serverKey(server.dataDir, serverId) })
  })
  afterAll(() => stage?.end())

  it('is told that tasks will not run, adds one, and an agent takes it', async () => {
    const { page } = stage.who
    await page.goto(`${stage.server.url}/#/server/cron`)
    await page.getByText('Tasks of which server?').waitFor()
    await page.getByRole('combobox', { name: 'Server' }).last().click()
    await page.locator('.ant-select-item-option:visible', { hasText: 'web-1' }).click()
    await page.getByText('Tasks will not run').waitFor()
    await page.getByRole('link', { name: 'Install an agent' }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Add task' }).first().click()
    const form = page.getByRole('dialog')
    const schedule = form.getByPlaceholder('0 */5 * * * *')
    await schedule.fill('0 0 3 * * 7')
    await schedule.blur()
    await form.getByText('weekday 7: 0 is Sunday, 6 is Saturday').waitFor()
    await form.getByRole('button', { name: 'daily' }).click()
    await form.getByText('At 03:00', { exact: true }).waitFor()
    await form.getByText('Next runs in UTC').waitFor()
    await form.getByPlaceholder('/bin/sh /opt/jobs/nightly.sh').fill('echo "$HOME"')
    await form.getByText('No shell reads this').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const job = path.join(stage.sshd.folder, 'nightly.sh')
    writeFileSync(job, '#!/bin/sh\necho "[$1]"\nwhile [ -e "$0.gate" ]; do sleep 0.1; done\necho done\nexit 3\n')
    chmodSync(job, 0o755)
    await form.getByPlaceholder('/bin/sh /opt/jobs/nightly.sh').fill(`${job} $HOME`)
    await form.getByLabel('Description').fill('nightly')
    await form.getByRole('button', { name: 'Add task' }).click()
    await page.getByText('nightly', { exact: true }).first().waitFor()

    const [task] = await agent.crons()
    expect(task).toMatchObject({ expression: '0 0 3 * * *', command: `${job} $HOME`, singleMode: 1, logLevel: 1 })
    expect(
      await agent.cronReport({ cronId: Number(task?.['id']), execCode: 0, message: 'Stdout:\nall well\n' }),
    ).toEqual({
      ...{ code: 0, message: '', data: null },
    })
    expect(await agent.crons()).toEqual([task])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The agent takes its tasks from here').waitFor()
    await page.getByText('succeeded', { exact: true }).first().waitFor()
  })

  it('runs it now, watches what it says and sees how it ended', async () => {
    const { page } = stage.who
    const gate = path.join(stage.sshd.folder, 'nightly.sh.gate')
    writeFileSync(gate, '')
    await page.getByRole('button', { name: 'Run now: nightly' }).click()
    await page.getByText('Run “nightly” on web-1 now?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
    const log = page.getByRole('dialog', { name: /Runs of/ })
    await log.getByRole('button', { name: 'Stop this run' }).waitFor()
    // Handed over as it stands: no shell has read it.
    await log.getByText('[$HOME]').first().waitFor()
    rmSync(gate)
    await log.getByText('failed (3)').first().waitFor()
    await log.getByText('2 runs kept').waitFor()
    await log.getByText('failed', { exact: true }).click()
    await log.getByText('1 run kept').waitFor()
    await page.waitForURL(/result=failed/)
    expect(await axeViolations(page)).toEqual([])
  })

  it('switches it off, copies it and takes it away', async () => {
    const { page } = stage.who
    await page.goto(cron())
    await page.getByRole('switch', { name: 'Enabled: nightly' }).click()
    await until('the agent gets it no more', async () => (await agent.crons()).length === 0)
    await page.getByRole('button', { name: '1 disabled' }).waitFor()

    await page
      .getByRole('button', { name: /nightly/ })
      .last()
      .click()
    await page.getByText('Copy to other servers…').click()
    const copy = page.getByRole('dialog')
    await copy.getByRole('combobox', { name: 'Servers' }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: 'web-2' }).click()
    await page.keyboard.press('Escape')
    await copy.getByRole('button', { name: 'Copy to 1 server' }).click()
    await copy.waitFor({ state: 'hidden' })
    await until('it is there, disabled', async () => (await tasks(other))[0]?.isEnabled === false)

    await page.goto(cron(`&task=remove&id=${(await tasks())[0]?.id}`))
    await page.getByText('Remove “nightly” from web-1?').waitFor()
    await page.getByRole('button', { name: 'Remove task' }).click()
    await page.getByText('No tasks yet').waitFor()
    expect(await tasks()).toEqual([])
  })

  it('does the same in Chinese, in the dark and on a phone', async () => {
    const phone = await visit(stage.browser, {
      url: stage.server.url,
      language: 'zh-cn',
      theme: 'dark',
      viewport: PHONE,
    })
    try {
      await signIn(phone)
      const { page } = phone
      await page.goto(`${stage.server.url}/#/server/cron?server=${other}`)
      await page.getByText('任务不会运行').waitFor()
      await page.getByText('在03:00', { exact: true }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: '编辑: nightly' }).click()
      await page.getByText('下次运行（UTC）').waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})

import { screen, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { type CronHost, CrontabHost, CrontabList, CrontabSave } from '@windlass/shared-kit/contract/crontab'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import CrontabPage from './CrontabPage.tsx'

const host: CronHost = {
  ...{ user: 'deploy', home: '/home/deploy', isRoot: false, isInstalled: true, isRunning: true, kind: 'debian' },
  ...{ hasLock: true, remedy: '', zone: 'Europe/Berlin', offset: 60, skew: 0 },
  users: [{ name: 'deploy', hasCrontab: true }],
}
const RAW = '# Nightly backup\n30 3 * * *\tbackup\n#windlass:off @reboot warm\nwhat is this\n'
const found = { list: [], raw: RAW, hash: 'a', exists: true, user: 'deploy' }

const open = (
  permissions: PermissionId[],
  ...answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] & object
) =>
  renderPage(<CrontabPage />, {
    remote,
    path: '/server/crontab?server=5',
    route: '/server/crontab',
    permissions,
    answers: [answer(ServerOptionList, { list: [] }), ...answers],
  })
const EDITOR = [Permission.ShowCronPage, Permission.EditCron]

describe('the crontab of a server', () => {
  it('is shown with its words, and saved after a look at what changes', async () => {
    const page = await open(
      EDITOR,
      answer(CrontabHost, host),
      answer(CrontabList, found),
      refuse(CrontabSave, Code.Failed, 'crontab refuses', { refusal: { output: '"-":3: bad minute', lines: [3] } }),
    )
    expect(await screen.findByText('Nightly backup')).toBeTruthy()
    expect(screen.getByText('At 03:30')).toBeTruthy()
    expect(screen.getByText('1 line would not run')).toBeTruthy()
    const save = screen.getByRole('button', { name: 'Review and save …' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await page.actor.click(screen.getByRole('switch', { name: 'Switch on: warm' }))
    await page.actor.click(save)
    const review = await screen.findByRole('dialog')
    await page.actor.click(within(review).getByRole('button', { name: 'Save' }))
    expect(await within(review).findByText('"-":3: bad minute')).toBeTruthy()
  })

  it('is only looked at without the right to change it', async () => {
    await open([Permission.ShowCronPage], answer(CrontabHost, host), answer(CrontabList, found))
    expect(await screen.findByText('Nightly backup')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Review and save …' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull()
    expect(screen.getByRole('switch', { name: 'Switch on: backup' }).hasAttribute('disabled')).toBe(true)
  })

  it('says what it is for before there is a line', async () => {
    await open(EDITOR, answer(CrontabHost, host), answer(CrontabList, { ...found, raw: '', exists: false }))
    expect(await screen.findByText('No lines yet')).toBeTruthy()
  })

  it('says what to do when cron is missing and the crontab is refused', async () => {
    const missing = { ...host, isInstalled: false, isRunning: false, remedy: 'apt-get install cron' }
    const why = 'deploy may not use crontab on this server: add the name to /etc/cron.allow'
    await open(EDITOR, answer(CrontabHost, missing), refuse(CrontabList, Code.IllegalParameter, why))
    expect(await screen.findByText('apt-get install cron')).toBeTruthy()
    expect(await screen.findByText(why)).toBeTruthy()
  })
})

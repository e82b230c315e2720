import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { LoginLogExport, LoginLogList, LoginLogTotal } from '@windlass/shared-kit/contract/log'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { ONLY_PAGE } from '../../components/testing.ts'
import remote from '../../remote.ts'
import LoginLogPage from './LoginLogPage.tsx'

const attempt = (id: number, account: string, reason = '') => ({
  id,
  account,
  reason,
  remoteAddr: '10.0.0.8:5123',
  userAgent: 'Firefox',
  referer: '',
  loginTime: '2026-11-01 10:00:00',
})
const total = (number: number) => answer(LoginLogTotal, { total: number })
const filled = [
  answer(LoginLogList, { list: [attempt(2, 'grace'), attempt(1, 'eve', 'wrong password')], ...ONLY_PAGE }),
  total(45),
]
const open = (answers: Answer[], path = '/log/loginLog') =>
  renderPage(<LoginLogPage />, { remote, path, answers, permissions: [Permission.ShowLoginLogPage] })

describe('the sign-in log', () => {
  it('tells success and failure in words', async () => {
    await open(filled)
    expect((await screen.findByText('grace')).closest('tr')?.textContent).toContain('Signed in')
    expect(screen.getByText('eve').closest('tr')?.textContent).toContain('wrong password')
  })

  it('leads to the member, for those who may see members', async () => {
    const permissions = [Permission.ShowLoginLogPage, Permission.ShowMemberPage]
    await renderPage(<LoginLogPage />, { remote, path: '/log/loginLog', answers: filled, permissions })
    expect((await screen.findByRole('link', { name: 'grace' })).getAttribute('href')).toBe(
      '#/setting/member?search=grace',
    )
  })

  it('asks the server for the page that the address names', async () => {
    const page = await open(filled, '/log/loginLog?before=5.1&rows=50&account=grace')
    await screen.findByText('45 in all')
    expect(page.inputsOf(LoginLogList)).toEqual([{ account: 'grace', before: '5.1', page: 1, rows: 50 }])
    expect(page.inputsOf(LoginLogTotal)).toEqual([{ account: 'grace', atMost: 10_000 }])
  })

  it('turns pages, keeps the filter, and turns back', async () => {
    const between = answer(LoginLogList, { list: [attempt(2, 'grace')], older: '5.1', newer: '9.2' })
    const page = await open([between, total(10_000)], '/log/loginLog?account=grace')
    expect(await screen.findByText('More than 10,000')).toBeTruthy()
    await page.actor.click(await screen.findByRole('button', { name: 'Older' }))
    await waitFor(() => expect(page.path()).toBe('/log/loginLog?account=grace&before=5.1'))
    await page.actor.click(screen.getByRole('button', { name: 'Newer' }))
    await waitFor(() => expect(page.path()).toBe('/log/loginLog?account=grace&after=9.2'))
    await page.actor.click(screen.getByRole('button', { name: 'Newest entries' }))
    await waitFor(() => expect(page.path()).toBe('/log/loginLog?account=grace'))
  })

  it('goes nowhere from the only page', async () => {
    await open(filled)
    await screen.findByText('grace')
    for (const name of ['Older', 'Newer', 'Newest entries']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    }
  })

  it('shows the time that was chosen, and saves the same as a file', async () => {
    const page = await open(filled, '/log/loginLog?account=grace&from=1000&to=2500')
    await screen.findByText('grace')
    expect(page.inputsOf(LoginLogList)).toEqual([{ account: 'grace', from: 1, to: 3, page: 1, rows: 20 }])
    await page.actor.click(screen.getByRole('button', { name: 'Save' }))
    const link = await screen.findByRole('link', { name: 'CSV for spreadsheets' })
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '')
    expect(pathname).toBe(LoginLogExport.path)
    expect(Object.fromEntries(searchParams)).toMatchObject({ account: 'grace', from: '1', to: '3', format: 'csv' })
  })

  it('hides a column until it is wanted again, also after a reload', async () => {
    const page = await open(filled)
    await screen.findByText('grace')
    await page.actor.click(screen.getByRole('button', { name: 'Columns' }))
    await page.actor.click(await screen.findByRole('checkbox', { name: 'Browser' }))
    expect(screen.queryByRole('columnheader', { name: 'Browser' })).toBeNull()
    expect(localStorage.getItem('windlass.logs.hidden.loginLog')).toBe('agent')
    await page.actor.click(screen.getByRole('checkbox', { name: 'Browser' }))
    expect(screen.getByRole('columnheader', { name: 'Browser' })).toBeTruthy()
  })

  it('shows everything about a row', async () => {
    const page = await open(filled)
    await page.actor.click(await screen.findByText('eve'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('wrong password')
    expect(dialog.textContent).toContain('10.0.0.8:5123')
  })

  it('survives nonsense in the address', async () => {
    const page = await open(filled, '/log/loginLog?before=&rows=many&range=never&from=x')
    await screen.findByText('grace')
    expect(page.inputsOf(LoginLogList)).toEqual([{ account: '', page: 1, rows: 20 }])
  })

  it('searches on Enter and not before, from the first page on, and can be reset', async () => {
    const page = await open(filled, '/log/loginLog?before=5.1')
    await screen.findByText('grace')
    await page.actor.type(screen.getByRole('searchbox', { name: 'Account, exact' }), 'eve')
    expect(page.inputsOf(LoginLogList)).toHaveLength(1)
    await page.actor.keyboard('{Enter}')
    await waitFor(() => expect(page.inputsOf(LoginLogList).at(-1)).toEqual({ account: 'eve', page: 1, rows: 20 }))
    expect(page.path()).toBe('/log/loginLog?account=eve')
    await page.actor.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(page.path()).toBe('/log/loginLog')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  it('asks again when the same search is repeated', async () => {
    const page = await open(filled, '/log/loginLog?account=eve')
    await screen.findByText('eve')
    await page.actor.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(page.inputsOf(LoginLogList)).toHaveLength(2))
  })

  it('explains itself when it is empty', async () => {
    await open([answer(LoginLogList, { list: [], ...ONLY_PAGE }), total(0)])
    expect(await screen.findByText('No sign-in yet')).toBeTruthy()
  })

  it('says that nothing matches, and clears the filter', async () => {
    const page = await open(
      [answer(LoginLogList, { list: [], ...ONLY_PAGE }), total(0)],
      '/log/loginLog?account=nobody',
    )
    await page.actor.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(page.path()).toBe('/log/loginLog')
  })

  it('leads back from a place behind the last row', async () => {
    const page = await open([answer(LoginLogList, { list: [], ...ONLY_PAGE }), total(45)], '/log/loginLog?before=1.1')
    await page.actor.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(page.path()).toBe('/log/loginLog')
  })

  it('names the missing permission when refused', async () => {
    await open([
      refuse(LoginLogList, Code.Denied, 'no permission'),
      refuse(LoginLogTotal, Code.Denied, 'no permission'),
    ])
    expect((await screen.findByRole('alert')).textContent).toContain('See the sign-in log')
  })

  it('tells what failed', async () => {
    await open([refuse(LoginLogList, Code.Failed, 'disk is full'), total(1)])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })
})

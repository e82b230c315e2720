import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { LoginLogList, LoginLogTotal } from '@windlass/shared-kit/contract/log'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
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
const filled = [answer(LoginLogList, { list: [attempt(2, 'grace'), attempt(1, 'eve', 'wrong password')] }), total(45)]
const open = (answers: Answer[], path = '/log/loginLog') =>
  renderPage(<LoginLogPage />, { remote, path, answers, permissions: [Permission.ShowLoginLogPage] })

describe('the sign-in log', () => {
  it('tells success and failure in words', async () => {
    await open(filled)
    expect((await screen.findByText('grace')).closest('tr')?.textContent).toContain('Signed in')
    expect(screen.getByText('eve').closest('tr')?.textContent).toContain('wrong password')
  })

  it('asks the server for the page that the address names', async () => {
    const page = await open(filled, '/log/loginLog?page=2&rows=20&account=grace')
    await screen.findByText('45 in all')
    expect(page.inputsOf(LoginLogList)).toEqual([{ account: 'grace', page: 2, rows: 20 }])
    expect(page.inputsOf(LoginLogTotal)).toEqual([{ account: 'grace' }])
  })

  it('turns pages, and keeps the filter', async () => {
    const page = await open(filled, '/log/loginLog?account=grace')
    await page.actor.click(await screen.findByTitle('3'))
    await waitFor(() => expect(page.path()).toBe('/log/loginLog?account=grace&page=3'))
  })

  it('survives nonsense in the address', async () => {
    const page = await open(filled, '/log/loginLog?page=-7&rows=many')
    await screen.findByText('grace')
    expect(page.inputsOf(LoginLogList)).toEqual([{ account: '', page: 1, rows: 20 }])
  })

  it('searches on Enter and not before, from the first page on, and can be reset', async () => {
    const page = await open(filled, '/log/loginLog?page=2')
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
    await open([answer(LoginLogList, { list: [] }), total(0)])
    expect(await screen.findByText('No sign-in yet')).toBeTruthy()
  })

  it('says that nothing matches, and clears the filter', async () => {
    const page = await open([answer(LoginLogList, { list: [] }), total(0)], '/log/loginLog?account=nobody')
    await page.actor.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(page.path()).toBe('/log/loginLog')
  })

  it('leads back from a page beyond the last one', async () => {
    const page = await open([answer(LoginLogList, { list: [] }), total(45)], '/log/loginLog?page=99')
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

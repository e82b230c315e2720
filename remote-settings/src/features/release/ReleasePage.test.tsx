import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ReleaseHistory, ReleaseList } from '@windlass/shared-kit/contract/release'
import { ReleaseKeyAdd, ReleaseKeyList, ReleaseKeyRevoke } from '@windlass/shared-kit/contract/releaseKey'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import { announceSocketMessage } from '@windlass/shared-kit/session'
import { answer, neverAnswer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ReleasePage from './ReleasePage.tsx'
import { CANARY, EVENT, HOST, NAMESPACES, OVERVIEW, PEM } from './testing/samples.ts'

const logs = { ...OVERVIEW, canary: CANARY }
const deploy = { ...OVERVIEW, remote: 'deploy', failures: 40, loads: 60 }
const server = { ...OVERVIEW, remote: 'server', isDisabled: true, disabledReason: 'Being repaired', failures: 0 }
const toolbox = { ...OVERVIEW, remote: 'toolbox', isPinned: true, unfit: 'It needs antd 7.', failures: 0 }
const filled = answer(ReleaseList, { list: [logs, deploy, server, toolbox], host: HOST, problems: [] })
const history = (...list: (typeof EVENT)[]) =>
  answer(ReleaseHistory, { list, pagination: { page: 1, rows: 200, total: list.length } })
const usual = [filled, history(EVENT), NAMESPACES]
const all = Object.values(Permission)
const open = (more: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<ReleasePage />, { remote, path: '/setting/release', permissions: all, answers: [...usual], ...more })
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return within(row)
}

describe('the areas', () => {
  it('say what everybody gets, who gets the canary, how it fares and what was done last', async () => {
    await open()
    const row = await rowOf('logs')
    expect(row.getByText('1.2.0')).toBeTruthy()
    expect(row.getByText('1.3.0')).toBeTruthy()
    expect(await row.findByText('checkout, 1 user, 10 % of everybody')).toBeTruthy()
    expect(row.getByText('42')).toBeTruthy()
    expect(row.getByText('3 (0.3%)')).toBeTruthy()
    expect(row.getByText('240 ms')).toBeTruthy()
    expect(await row.findByText('Promoted 1.2.0')).toBeTruthy()
  })

  it('tell each state in words', async () => {
    await open()
    expect((await rowOf('logs')).getByText('Canary running')).toBeTruthy()
    expect((await rowOf('deploy')).getByText('Failing')).toBeTruthy()
    expect((await rowOf('server')).getByText('Off').closest('[title]')?.getAttribute('title')).toBe('Being repaired')
    expect((await rowOf('toolbox')).getByText('Unfit')).toBeTruthy()
    expect((await rowOf('toolbox')).getByText('Pinned')).toBeTruthy()
  })

  it('are narrowed by the chips on top, which the address keeps', async () => {
    const page = await open()
    await screen.findByRole('link', { name: 'logs' })
    await page.actor.click(screen.getByRole('button', { name: '1 failing' }))
    expect(page.path()).toBe('/setting/release?state=failing')
    expect(screen.queryByRole('link', { name: 'logs' })).toBeNull()
    expect(screen.getByRole('link', { name: 'deploy' })).toBeTruthy()
    await page.actor.type(screen.getByRole('searchbox'), 'nothing')
    await page.actor.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(page.path()).toBe('/setting/release')
  })

  it('lead to their own page', async () => {
    const page = await open()
    await page.actor.click(await screen.findByRole('link', { name: 'logs' }))
    expect(page.path()).toBe('/setting/release/logs')
  })

  it('come with what is wrong with the registry', async () => {
    const problems = ['registry.json was changed by hand.', 'logs 1.2.0: two files are gone.']
    const broken = answer(ReleaseList, { list: [logs], host: HOST, problems })
    await open({ answers: [...usual, broken] })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('2 problems with the releases')
    for (const problem of problems) expect(alert.textContent).toContain(problem)
  })

  it('explain the first release when nothing was released yet', async () => {
    await open({ answers: [filled, history(), NAMESPACES] })
    expect(await screen.findByText(/No area has been released yet/)).toBeTruthy()
    expect(screen.getByText('pnpm release publish logs')).toBeTruthy()
    const guide = screen.getByRole('link', { name: 'How a team releases its area' })
    expect(guide.getAttribute('href')).toBe('docs/area-team-guide.html')
  })

  it('show grey rows while loading', async () => {
    await open({ answers: [neverAnswer(ReleaseList), history(), NAMESPACES] })
    expect(screen.getByRole('status', { busy: true })).toBeTruthy()
  })

  it('name the missing permission when refused', async () => {
    await open({ answers: [refuse(ReleaseList, Code.Denied, 'no'), history(), NAMESPACES] })
    expect((await screen.findByRole('alert')).textContent).toContain('Missing permission: See releases')
  })

  it('are read again when the server tells that something was taken back', async () => {
    const page = await open()
    await screen.findByRole('link', { name: 'logs' })
    const before = page.inputsOf(ReleaseList).length
    page.answer(answer(ReleaseList, { list: [deploy], host: HOST, problems: [] }))
    const message = { remote: 'logs', version: '1.3.0', instead: '1.2.0', isAutomatic: true, reason: '' }
    announceSocketMessage({ type: SocketType.Release, message })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'logs' })).toBeNull())
    expect(page.inputsOf(ReleaseList).length).toBe(before + 1)
  })

  it('speak Chinese too', async () => {
    await open({ language: 'zh-cn' })
    expect(await screen.findByRole('heading', { name: '发布版本' })).toBeTruthy()
    expect((await rowOf('logs')).getByText('灰度中')).toBeTruthy()
  })
})

describe('the signing keys', () => {
  const key = {
    ...{ id: 7, keyId: 'ab'.repeat(32), team: 'logs-team', remotes: ['logs'], publicKey: PEM, isRevoked: false },
    ...{ addedBy: 'Ada', insertTime: '2026-11-20 10:00:00' },
  }
  const keys = answer(ReleaseKeyList, { list: [key] })
  const at = '/setting/release?open=keys'

  it('are listed with who added them', async () => {
    await open({ path: at, answers: [...usual, keys], permissions: [Permission.ShowReleasePage] })
    expect(await screen.findByText('logs-team')).toBeTruthy()
    expect(screen.getByText(key.keyId)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Revoke…' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Trust key' })).toBeNull()
  })

  it('take in only what is a public key', async () => {
    const page = await open({ path: at, answers: [...usual, keys, answer(ReleaseKeyAdd, { id: 8 })] })
    await page.actor.type(await screen.findByRole('textbox', { name: /Team/ }), 'shop')
    const field = screen.getByRole('textbox', { name: /Public key/ })
    await page.actor.click(field)
    await page.actor.paste('-----BEGIN PRIVATE KEY-----')
    await page.actor.click(screen.getByRole('button', { name: 'Trust key' }))
    expect(await screen.findByText(/This is no public key in PEM/)).toBeTruthy()
    expect(page.inputsOf(ReleaseKeyAdd)).toEqual([])
    await page.actor.clear(field)
    await page.actor.click(field)
    await page.actor.paste(PEM)
    await page.actor.click(screen.getByRole('button', { name: 'Trust key' }))
    await waitFor(() => expect(page.inputsOf(ReleaseKeyAdd)).toEqual([{ team: 'shop', publicKey: PEM, remotes: [] }]))
  })

  it('are revoked only after the team was typed', async () => {
    const page = await open({ path: at, answers: [...usual, keys, answer(ReleaseKeyRevoke, null)] })
    await page.actor.click(await screen.findByRole('button', { name: 'Revoke…' }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Revoke key' })
    const dialog = button.closest('form') ?? document.body
    expect(button.disabled).toBe(true)
    await page.actor.type(within(dialog).getByRole('textbox'), 'logs-team')
    await page.actor.click(button)
    await waitFor(() => expect(page.inputsOf(ReleaseKeyRevoke)).toEqual([{ id: 7 }]))
  })
})

it('asks for nothing but what the page shows', async () => {
  const page = await open()
  await screen.findByRole('link', { name: 'logs' })
  const paths = new Set(page.calls.map(({ endpoint }) => endpoint.path))
  expect(paths).toEqual(new Set([ReleaseList.path, ReleaseHistory.path, NamespaceOptionList.path]))
})

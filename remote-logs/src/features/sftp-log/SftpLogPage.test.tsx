import { screen, waitFor } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { type SftpLog, SftpLogList, SftpLogTotal } from '@windlass/shared-kit/contract/sftpLog'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { ONLY_PAGE } from '../../components/testing.ts'
import remote from '../../remote.ts'
import SftpLogPage from './SftpLogPage.tsx'

const entry = (id: number, patch: Partial<SftpLog> = {}): SftpLog => ({
  ...{ id, namespaceID: 1, userID: 1, username: 'grace', serverID: 3, serverName: 'web-1', remoteAddr: '10.0.0.8' },
  ...{ userAgent: 'Firefox', type: 'UPLOAD', path: '/srv/a.txt', reason: '', asRoot: false, updateTime: '' },
  insertTime: '2026-11-01 10:00:00',
  ...patch,
})
const open = (answers: Answer[], permissions: PermissionId[] = []) =>
  renderPage(<SftpLogPage />, {
    ...{ remote, path: '/log/sftpLog', answers },
    permissions: [Permission.ShowSFTPLogPage, ...permissions],
  })

describe('the file log', () => {
  it('tells who did what where, as whom, and what was refused', async () => {
    const failed = entry(2, { type: 'DELETE', path: '/etc/passwd', reason: 'permission denied', asRoot: true })
    await open([answer(SftpLogList, { list: [failed, entry(1)], ...ONLY_PAGE }), answer(SftpLogTotal, { total: 2 })])
    const row = (await screen.findByText('/etc/passwd')).closest('tr')
    expect(row?.textContent).toMatch(/grace.*web-1.*Delete as root.*permission denied/)
    expect(screen.getByText('/srv/a.txt').closest('tr')?.textContent).toMatch(/Upload.*Done/)
  })

  it('leads to person, server and folder, each for those who may open it', async () => {
    const list = [entry(2), entry(1, { namespaceID: 9, username: '', path: '/srv/other.txt' })]
    const filled = [answer(SftpLogList, { list, ...ONLY_PAGE }), answer(SftpLogTotal, { total: 2 })]
    const page = await open(filled, [
      ...[Permission.ShowMemberPage, Permission.ShowServerMonitorPage, Permission.ShowSftpFilePage],
    ])
    await screen.findByText('/srv/other.txt')
    // Nothing of a row of another namespace could be opened here.
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#/setting/member?search=grace',
      '#/server/agent?serverId=3',
      '#/server/sftp?serverId=3&dir=%2Fsrv',
    ])
    page.unmount()
    const other = await open(filled, [Permission.ShowServerPage])
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('#/server/index?q=web-1')
    other.unmount()
    await open(filled)
    await screen.findByText('/srv/other.txt')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('cannot be forged by a name', async () => {
    const forged = entry(1, { path: '/tmp/a\n/etc/shadow \u202Etxt\uF7E9' })
    await open([answer(SftpLogList, { list: [forged], ...ONLY_PAGE }), answer(SftpLogTotal, { total: 1 })])
    expect(await screen.findByText('/tmp/a⟨U+000A⟩/etc/shadow ⟨U+202E⟩txt⟨\\xE9⟩')).toBeTruthy()
  })

  it('is searched by user, server and action', async () => {
    const page = await open([
      answer(SftpLogList, { list: [entry(1)], ...ONLY_PAGE }),
      answer(SftpLogTotal, { total: 1 }),
    ])
    await screen.findByText('/srv/a.txt')
    await page.actor.type(screen.getByRole('textbox', { name: 'Server, exact' }), 'web-2{Enter}')
    const asked = { username: '', serverName: 'web-2', type: '', page: 1, rows: 20 }
    await waitFor(() => expect(page.inputsOf(SftpLogList).at(-1)).toEqual(asked))
  })

  it('explains itself when it is empty, and names the missing permission', async () => {
    await open([answer(SftpLogList, { list: [], ...ONLY_PAGE }), answer(SftpLogTotal, { total: 0 })])
    expect(await screen.findByText('Nothing was done with files yet')).toBeTruthy()
    await open([refuse(SftpLogList, Code.Denied, 'no'), refuse(SftpLogTotal, Code.Denied, 'no')])
    expect((await screen.findByRole('alert')).textContent).toContain('See the file log')
  })
})

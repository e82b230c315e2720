import { screen } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission } from '@windlass/shared-kit/contract/permission'
import {
  TERMINAL_NOT_ENDED,
  type TerminalLog,
  TerminalLogList,
  TerminalLogTotal,
} from '@windlass/shared-kit/contract/terminalLog'
import { type Answer, answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import { ONLY_PAGE } from '../../components/testing.ts'
import remote from '../../remote.ts'
import TerminalLogPage from './TerminalLogPage.tsx'

const row = (change: Partial<TerminalLog>): TerminalLog => ({
  ...{ id: 7, namespaceID: 1, userID: 1, username: 'grace', serverID: 3, serverName: 'web-1' },
  ...{ remoteAddr: '10.0.0.8:5123', userAgent: 'Firefox', insertTime: '', updateTime: '' },
  ...{ startTime: '2026-11-01 10:00:00', endTime: '2026-11-01 10:02:05', recordSize: 2048, endReason: 'idle' },
  ...change,
})
const open = (
  answers: Answer[],
  permissions = [Permission.ShowTerminalLogPage, Permission.ShowTerminalRecord] as const,
) => renderPage(<TerminalLogPage />, { remote, path: '/log/terminalLog', answers, permissions: [...permissions] })
const filled = (...list: TerminalLog[]) => [
  answer(TerminalLogList, { list, ...ONLY_PAGE }),
  answer(TerminalLogTotal, { total: list.length }),
]

describe('the terminal log', () => {
  it('tells how long a terminal lasted and why it ended, and leads to its recording', async () => {
    await open(filled(row({})))
    const line = (await screen.findByText('web-1')).closest('tr')
    expect(line?.textContent).toContain('02:05')
    expect(line?.textContent).toContain('nobody typed')
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Watch the terminal of grace on web-1' })
    expect(link.getAttribute('href')).toBe('#/log/terminalRecord/7')
  })

  it('leads to the server and never opens a shell there', async () => {
    const permissions = [Permission.ShowTerminalLogPage, Permission.ShowServerMonitorPage, Permission.ShowTerminalPage]
    await renderPage(<TerminalLogPage />, { remote, path: '/log/terminalLog', answers: filled(row({})), permissions })
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('#/server/agent?serverId=3')
  })

  it('does not take 1970 for an end', async () => {
    await open(filled(row({ endTime: TERMINAL_NOT_ENDED, endReason: '' })))
    expect((await screen.findByText('web-1')).closest('tr')?.textContent).toContain('Not ended')
  })

  it('offers nothing to watch where nothing is, and no column to whom may not', async () => {
    const page = await open(filled(row({ recordSize: 0 })))
    expect(await screen.findByText('none')).toBeTruthy()
    page.unmount()
    await renderPage(<TerminalLogPage />, {
      ...{ remote, path: '/log/terminalLog', answers: filled(row({})) },
      permissions: [Permission.ShowTerminalLogPage],
    })
    await screen.findByText('web-1')
    expect(screen.queryByText('Recording')).toBeNull()
  })

  it('shows names as the text they are', async () => {
    await open(filled(row({ serverName: '<img src=x onerror=alert(1)>', username: '' })))
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(screen.getByText('(removed)')).toBeTruthy()
  })

  it('explains itself when it is empty, and names the missing permission when refused', async () => {
    const page = await open(filled())
    expect(await screen.findByText('No terminal yet')).toBeTruthy()
    page.unmount()
    await open([refuse(TerminalLogList, Code.Denied, 'no permission'), refuse(TerminalLogTotal, Code.Denied, 'no')])
    expect((await screen.findByRole('alert')).textContent).toContain('See the terminal log')
  })

  it('tells what failed', async () => {
    await open([refuse(TerminalLogList, Code.Failed, 'disk is full'), answer(TerminalLogTotal, { total: 1 })])
    expect((await screen.findByRole('alert')).textContent).toContain('disk is full')
  })
})

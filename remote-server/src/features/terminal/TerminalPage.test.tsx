import { act, screen, waitFor } from '@testing-library/react'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { TemplateOptionList } from '@windlass/shared-kit/contract/template'
import { TerminalEnd, type TerminalSession, TerminalSessionList } from '@windlass/shared-kit/contract/terminal'
import { answer, renderPage } from '@windlass/shared-kit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../../remote.ts'
import TerminalPage from './TerminalPage.tsx'

const SESSION = '01234567-89ab-cdef-0123-456789abcdef'
const READY = {
  ...{ type: 'ready', ctl: 1, session: SESSION, role: 'owner', rows: 24, cols: 80, offset: 0, restored: 'none' },
  ...{ serverId: 3, serverName: 'web-1', startTime: '2026-11-21 10:00:00', isRecorded: true },
  ...{ graceMinutes: 30, idleMinutes: 0 },
}

/** The network's edge: a socket whose other end is the test. */
class TestSocket extends EventTarget {
  static readonly OPEN = 1
  static all: TestSocket[] = []
  readonly readyState = TestSocket.OPEN
  readonly sent: (string | Uint8Array)[] = []
  readonly url: string
  binaryType = ''
  constructor(url: string) {
    super()
    this.url = url
    TestSocket.all.push(this)
  }
  send(data: string | Uint8Array) {
    this.sent.push(data)
  }
  close() {
    this.dispatchEvent(new CloseEvent('close'))
  }
  print(text: string) {
    const { buffer: data } = new TextEncoder().encode(text)
    act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
  }
  hear(frame: object) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) })))
  }
}

const row: TerminalSession = {
  ...{ session: SESSION, serverId: 3, serverName: 'web-1', recordId: 5, rows: 24, cols: 80 },
  ...{ startTime: '2026-11-21 10:00:00', lastSeenTime: '2026-11-21 10:05:00', endTime: '2026-11-21 10:35:00' },
  ...{ people: [], shares: [], remoteAddr: '10.0.0.8:5123', userAgent: 'Firefox' },
}
const option = {
  ...{ id: 3, name: 'web-1', ip: '10.0.0.5', owner: 'root', description: '', tags: [] },
  ...{ insertTime: '', updateTime: '' },
}
const servers = answer(ServerOptionList, { list: [option] })
const sessions = (...list: TerminalSession[]) => answer(TerminalSessionList, { list })
const templates = answer(TemplateOptionList, { list: [] })
const draw = (path = '/server/terminal', list: TerminalSession[] = [], more: ReturnType<typeof answer>[] = []) =>
  renderPage(<TerminalPage />, {
    ...{ remote, path, answers: [servers, sessions(...list), templates, ...more] },
    permissions: [Permission.ShowTerminalPage, Permission.ShareTerminal],
  })
const socket = () => waitFor(() => TestSocket.all.at(-1) ?? expect.fail('no socket was opened'), { timeout: 10_000 })

describe('the terminal page', () => {
  beforeEach(() => {
    TestSocket.all = []
    vi.stubGlobal('WebSocket', TestSocket)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('says what it is for, and goes on with a session that waits', async () => {
    const page = await draw('/server/terminal', [row])
    expect(await screen.findByText('No terminal is open')).toBeTruthy()
    await page.actor.click((await screen.findAllByRole('button', { name: 'Go on' }))[0] ?? document.body)
    expect(new URL((await socket()).url).searchParams.get('session')).toBe(SESSION)
  })

  it('opens the server that the address names, once', async () => {
    const page = await draw('/server/terminal?serverId=3')
    const opened = await socket()
    expect(Object.fromEntries(new URL(opened.url).searchParams)).toMatchObject({
      serverId: '3',
      ctl: '1',
      'G-N-ID': '1',
    })
    expect(page.path()).toBe('/server/terminal')
    expect(TestSocket.all).toHaveLength(1)
  })

  it('lets a guest in by the link, and forgets the ticket', async () => {
    const page = await draw(`/server/terminal?session=${SESSION}&ticket=t1`)
    const opened = await socket()
    expect(new URL(opened.url).searchParams.get('ticket')).toBe('t1')
    expect(page.path()).toBe('/server/terminal')
    opened.hear({ ...READY, role: 'view' })
    const person = { userId: 9, name: 'Grace', role: 'owner', isHere: true, since: '2026-11-21 10:00:00' }
    opened.hear({ type: 'people', list: [person] })
    expect(await screen.findByText('You are looking on at a terminal of Grace')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })

  it('tells who looks on, as text', async () => {
    await draw('/server/terminal?serverId=3')
    const opened = await socket()
    opened.hear(READY)
    const person = { userId: 9, name: '<b>Eve</b>', role: 'control', isHere: true, since: '2026-11-21 10:00:00' }
    opened.hear({ type: 'people', list: [person] })
    expect(await screen.findByText('<b>Eve</b> is here and can type')).toBeTruthy()
  })

  it('comes back to the session when the network drops, and tells the attempt', async () => {
    await draw('/server/terminal?serverId=3')
    const first = await socket()
    first.hear(READY)
    act(() => first.close())
    expect(await screen.findAllByText(/Trying again \(1\)/)).toBeTruthy()
    await waitFor(() => expect(TestSocket.all).toHaveLength(2), { timeout: 5_000 })
    expect(new URL(TestSocket.all[1]?.url ?? '').searchParams.get('session')).toBe(SESSION)
  })

  it('says why it ended, and opens a new shell on request', async () => {
    const page = await draw('/server/terminal?serverId=3')
    const opened = await socket()
    opened.hear(READY)
    opened.hear({ type: 'ended', reason: 'idle', message: 'Nobody typed for 30 minutes' })
    act(() => opened.close())
    expect((await screen.findAllByText('Nobody typed for 30 minutes')).length).toBeGreaterThan(0)
    await page.actor.click(screen.getByRole('button', { name: 'Open a new shell' }))
    await waitFor(() => expect(TestSocket.all).toHaveLength(2))
    expect(new URL(TestSocket.all[1]?.url ?? '').searchParams.get('session')).toBeNull()
  })

  it('says what became of a shell that the console knows no more, and opens a new one on the same server', async () => {
    const page = await draw('/server/terminal?serverId=3')
    const opened = await socket()
    opened.hear(READY)
    opened.hear({ type: 'ended', reason: 'unknown', message: 'this terminal is not there any more' })
    act(() => opened.close())
    expect((await screen.findAllByText(/the console was started anew/)).length).toBeGreaterThan(0)
    await page.actor.click(screen.getByRole('button', { name: 'Open a new shell' }))
    await waitFor(() => expect(TestSocket.all).toHaveLength(2))
    expect(new URL(TestSocket.all[1]?.url ?? '').searchParams.get('serverId')).toBe('3')
    TestSocket.all[1]?.hear({ ...READY, session: SESSION.replace('0', '1') })
    expect(await screen.findByText(/a new shell, in the folder of the login/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Go there' })).toBeNull()
  })

  it('offers to go on in the folder of the shell before, when that said where it was', async () => {
    const page = await draw('/server/terminal?serverId=3')
    const opened = await socket()
    opened.hear(READY)
    opened.print('\u001b]7;file://web-1/srv/my%20app\u0007')
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('/srv/my app'))
    opened.hear({ type: 'ended', reason: 'shutdown', message: 'the console stops' })
    act(() => opened.close())
    await page.actor.click(await screen.findByRole('button', { name: 'Open a new shell' }))
    await waitFor(() => expect(TestSocket.all).toHaveLength(2))
    const next = TestSocket.all[1]
    next?.hear({ ...READY, session: SESSION.replace('0', '1') })
    expect(await screen.findByText('/srv/my app')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: 'Go there' }))
    const typed = next?.sent.filter((data) => typeof data !== 'string').map((data) => new TextDecoder().decode(data))
    expect(typed).toEqual([" cd -- '/srv/my app'\r"])
    expect(screen.queryByText(/a new shell, in the folder/)).toBeNull()
  })

  it('asks before a terminal that runs is closed, and ends it on the server', async () => {
    const page = await draw('/server/terminal?serverId=3', [], [answer(TerminalEnd, null)])
    const opened = await socket()
    opened.hear(READY)
    await page.actor.click(screen.getByRole('button', { name: 'Close web-1' }))
    await page.actor.click(await screen.findByRole('button', { name: 'End it' }))
    expect(await screen.findByText('No terminal is open')).toBeTruthy()
    expect(page.inputsOf(TerminalEnd)).toEqual([{ session: SESSION }])
  })

  it('tells of an old server that it keeps its size, and sends it no control frames', async () => {
    await draw('/server/terminal?serverId=3')
    const opened = await socket()
    act(() => void opened.dispatchEvent(new MessageEvent('message', { data: new Uint8Array([36, 32]).buffer })))
    await waitFor(() => expect(screen.queryByText('Connecting…')).toBeNull())
    expect(opened.sent.filter((data) => typeof data === 'string')).toEqual([])
  })
})

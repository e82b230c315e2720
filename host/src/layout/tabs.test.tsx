import { act, cleanup, renderHook } from '@testing-library/react'
import { SessionProvider, store } from '@windlass/shared-kit/session'
import type { ReactNode } from 'react'
import { HashRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AllowedRoute } from '../areas/areaRoutes.ts'
import { keepTabs, openPinned, renew, rest, type Tab, tabsAtom, visit } from './tabs.ts'
import { useTabs } from './useTabs.ts'

const route = (path: `/${string}`, more: Partial<AllowedRoute> = {}): AllowedRoute => ({
  path,
  title: path,
  area: 'a',
  request: '',
  files: [],
  ...more,
})
const board = route('/deploy/index', { pinned: true })
const cron = route('/server/cron')
const role = route('/setting/role')
const terminal = route('/server/terminal', { noCache: true })

const paths = () => store.get(tabsAtom).map(({ path }) => path)
const tab = (path: string): Tab => {
  const found = store.get(tabsAtom).find((candidate) => candidate.path === path)
  if (!found) throw new Error(`no tab ${path}`)
  return found
}

beforeEach(() => {
  keepTabs([])
  openPinned([cron, board])
})
afterEach(cleanup)

describe('tabs', () => {
  it('start with the pinned pages, which are not built before they are shown', () => {
    expect(paths()).toEqual([board.path])
    expect(tab(board.path).isLive).toBe(false)
  })

  it('are one per page: another query changes the tab there is', () => {
    visit(cron, cron.path, '?serverId=1')
    visit(cron, cron.path, '?serverId=2')
    expect(paths()).toEqual([board.path, cron.path])
    expect(tab(cron.path)).toMatchObject({ search: '?serverId=2', isLive: true })
  })

  it('are one per thing for pages with parameters', () => {
    const detail = route('/deploy/detail/:id')
    visit(detail, '/deploy/detail/1', '')
    visit(detail, '/deploy/detail/2', '')
    expect(paths()).toEqual([board.path, '/deploy/detail/1', '/deploy/detail/2'])
  })

  it('let go of a page that is not to be kept alive, and only of such', () => {
    visit(terminal, terminal.path, '')
    visit(cron, cron.path, '')
    rest(terminal.path)
    rest(cron.path)
    expect([tab(terminal.path).isLive, tab(cron.path).isLive]).toEqual([false, true])
  })

  it('build a page anew on refresh', () => {
    visit(cron, cron.path, '')
    renew(cron.path)
    expect(tab(cron.path).generation).toBe(1)
  })
})

describe('closing tabs', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider>
      <HashRouter>{children}</HashRouter>
    </SessionProvider>
  )
  function open(at: string) {
    visit(cron, cron.path, '?serverId=1')
    visit(role, role.path, '')
    location.hash = `#${at}`
    return renderHook(() => useTabs(), { wrapper })
  }
  const here = () => location.hash.slice(1)

  it('goes to the last one that is left, with its query', () => {
    const { result } = open(role.path)
    act(() => result.current.close(role.path))
    expect([paths(), here()]).toEqual([[board.path, cron.path], '/server/cron?serverId=1'])
  })

  it('stays where it is when another one is closed', () => {
    const { result } = open(role.path)
    act(() => result.current.close(cron.path))
    expect([paths(), here()]).toEqual([[board.path, role.path], role.path])
  })

  it('goes to the start when none is left', () => {
    keepTabs([])
    const { result } = open(role.path)
    act(() => result.current.close(cron.path))
    act(() => result.current.close(role.path))
    expect([paths(), here()]).toEqual([[], '/'])
  })

  it('does not close a pinned one', () => {
    const { result } = open(board.path)
    act(() => result.current.close(board.path))
    expect([paths(), here()]).toEqual([[board.path, cron.path, role.path], board.path])
  })

  it('keeps pinned and chosen when the others are closed, and goes to the chosen', () => {
    const { result } = open(role.path)
    act(() => result.current.closeOthers(tab(cron.path)))
    expect([paths(), here()]).toEqual([[board.path, cron.path], '/server/cron?serverId=1'])
  })

  it('keeps only pinned ones when all are closed', () => {
    const { result } = open(role.path)
    act(() => result.current.closeAll(tab(role.path)))
    expect([paths(), here()]).toEqual([[board.path], board.path])
  })

  it('refreshes through the helper route', () => {
    const { result } = open(cron.path)
    act(() => void result.current.refresh(tab(cron.path)))
    expect(here()).toBe('/redirect/server/cron?serverId=1')
  })

  it('steps around the strip in both directions', () => {
    const { result } = open(role.path)
    act(() => result.current.step(1))
    expect(here()).toBe(board.path)
    act(() => result.current.step(-1))
    expect(here()).toBe(role.path)
  })
})

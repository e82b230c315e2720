import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { registerTexts, startI18n } from '@windlass/shared-kit/i18n'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { SessionProvider, store } from '@windlass/shared-kit/session'
// Waits as long for what appears as the tests of pages do: a failed load is tried again after a while.
import '@windlass/shared-kit/testing'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AreaPage } from './AreaPage.tsx'
import { loadContainer } from './containers.ts'
import { type PageRegistry, registryAtom } from './registry.ts'

// The network edge: what another build answers cannot be had without a browser; e2e tests do the rest.
vi.mock('./containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))

const locales = { en: async () => ({ default: {} }), 'zh-cn': async () => ({ default: {} }) }
const Broken = () => {
  throw new Error('a number was missing')
}
let count = 0

/** An area of its own for every test, because what was loaded stays loaded. */
function newArea(pages: Record<string, () => React.JSX.Element>, more: Partial<PageRegistry> = {}) {
  count += 1
  const id = `page${count}`
  const release = (version: string): AreaRelease => ({
    ...{ id, version, base: `remotes/${id}/`, entry: `${version}/remoteEntry.js`, container: id },
    ...{ manifest: { file: 'm.json', integrity: '' }, integrity: {}, files: [], dialogs: [], routes: [] },
    textFiles: { en: [], 'zh-cn': [] },
    groups: [{ path: `/${id}`, title: 'group', icon: 'log', order: 1 }],
    titles: { en: { group: 'Logs' }, 'zh-cn': {} },
  })
  vi.mocked(loadContainer).mockImplementation(async ({ version }) => {
    const page = pages[version]
    if (!page) throw new Error('integrity')
    const damaged = async () => {
      if (version === '1.1.0') throw new Error('its file is damaged')
      return { default: page }
    }
    const routes = [
      { path: `/${id}/x`, title: 'x', page: async () => ({ default: page }) },
      { path: `/${id}/y`, title: 'y', page: damaged },
    ] as const
    return { id, locales, routes }
  })
  const registry: PageRegistry = { remotes: { [id]: release('1.1.0') }, ...more }
  store.set(registryAtom, registry)
  const answer = { ...registry, previous: { [id]: release('1.0.0') } }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
  const draw = (name: 'x' | 'y' | 'z' = 'x') => {
    const route = { path: `/${id}/${name}`, title: name, request: '', files: [], area: id } as const
    return render(<AreaPage route={route} />, { wrapper: SessionProvider })
  }
  return { id, draw }
}

beforeAll(async () => {
  await startI18n('en')
  await registerTexts('host', {
    en: () => import('../locales/en.json'),
    'zh-cn': () => import('../locales/zh-cn.json'),
  })
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.mocked(loadContainer).mockReset()
})

describe('the page of an area', () => {
  it('comes from the version before when its own cannot be loaded, with a note that can be closed', async () => {
    const { draw } = newArea({ '1.0.0': () => <p>the page of 1.0.0</p> })
    draw()
    await screen.findByText('the page of 1.0.0')
    const note = screen.getByText('Version 1.1.0 could not be loaded; this is 1.0.0.')
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
    expect(note.isConnected).toBe(false)
    expect(screen.getByText('the page of 1.0.0')).toBeDefined()
  })

  it('offers the version before when it cannot be drawn, and takes it only when asked', async () => {
    const { draw } = newArea({ '1.1.0': Broken, '1.0.0': () => <p>the page of 1.0.0</p> })
    draw()
    await screen.findByText('a number was missing')
    expect(screen.queryByText('the page of 1.0.0')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Use version 1.0.0 instead' }))
    await screen.findByText('the page of 1.0.0')
  })

  it('stays on the screen when another page of its version fails, and that one comes from the version before', async () => {
    const { id, draw } = newArea({ '1.1.0': () => <p>the page of 1.1.0</p>, '1.0.0': () => <p>the page of 1.0.0</p> })
    draw()
    await screen.findByText('the page of 1.1.0')
    // In a file of its own, which is damaged.
    draw('y')
    await screen.findByText('the page of 1.0.0')
    expect(screen.getByText('the page of 1.1.0')).toBeDefined()
    expect(screen.getAllByText('Version 1.1.0 could not be loaded; this is 1.0.0.')).toHaveLength(1)
    expect(store.get(registryAtom).remotes[id]?.version).toBe('1.1.0')
  })

  it('says so when no version there is has it', async () => {
    const { draw } = newArea({ '1.1.0': () => <p>page</p>, '1.0.0': () => <p>page</p> })
    draw('z')
    expect(await screen.findByText('version 1.1.0 has no page at', { exact: false })).toBeDefined()
  })

  it('says who turned the area off and why, and loads nothing of it', async () => {
    const { id, draw } = newArea({ '1.1.0': () => <p>page</p> })
    const registry = store.get(registryAtom)
    store.set(registryAtom, { ...registry, off: { [id]: { reason: 'operator', message: 'wrong numbers since noon' } } })
    draw()
    await screen.findByText('wrong numbers since noon')
    expect(screen.getByRole('heading').textContent).toBe('“Logs” is turned off')
    expect(loadContainer).not.toHaveBeenCalled()
    // Turned on again meanwhile: the registry of the answer has nothing off.
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await screen.findByText('page')
  })
})

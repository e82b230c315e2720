import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { registerTexts, startI18n } from '@windlass/shared-kit/i18n'
import type { AreaRelease, DialogProps } from '@windlass/shared-kit/remote'
import { SessionProvider, store } from '@windlass/shared-kit/session'
// Waits as long for what appears as the tests of pages do: a failed load is tried again after a while.
import '@windlass/shared-kit/testing'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadContainer } from '../areas/containers.ts'
import { type PageRegistry, registryAtom } from '../areas/registry.ts'
import { DialogHost } from './DialogHost.tsx'
import { closeDialogAtom, dialogsAtom, failedDialogAtom, openDialogAtom, preloadDialogAtom } from './dialogs.ts'

// The network edge: what another build answers cannot be had without a browser; e2e tests do the rest.
vi.mock('../areas/containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))

const locales = { en: async () => ({ default: {} }), 'zh-cn': async () => ({ default: {} }) }
const Tool = ({ item, open }: DialogProps) => (open ? <p>tool {item}</p> : null)
const Broken = () => {
  throw new Error('a number was missing')
}
let count = 0

/** An area of its own for every test, because what was loaded stays loaded. */
function newArea(versions: Record<string, typeof Tool>, off?: PageRegistry['off']) {
  count += 1
  const id = `dialogs${count}`
  const release = (version: string): AreaRelease => ({
    ...{
      id,
      version,
      base: '',
      entry: '',
      container: id,
      manifest: { file: '', integrity: '' },
      integrity: {},
      files: [],
    },
    ...{ groups: [], routes: [], titles: { en: { tools: 'Toolbox' }, 'zh-cn': {} } },
    textFiles: { en: [], 'zh-cn': [] },
    dialogs: [{ id: 'tools', title: 'tools', icon: 'toolbox', items: [], parameter: 'tool' }],
  })
  vi.mocked(loadContainer).mockImplementation(async ({ version }) => {
    const dialog = versions[version]
    if (!dialog) throw new Error('gone')
    const tools = { id: 'tools', title: 'tools', icon: 'toolbox', items: [] } as const
    return { id, locales, routes: [], dialogs: [{ ...tools, dialog: async () => ({ default: dialog }) }] }
  })
  const registry = { remotes: { [id]: release('1.1.0') } }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ ...registry, previous: { [id]: release('1.0.0') } }),
  )
  store.set(registryAtom, {
    ...registry,
    off: off && { [id]: Object.values(off)[0] ?? { reason: 'operator', message: '' } },
  })
  return id
}

const draw = (address = '/') =>
  render(
    <SessionProvider>
      <MemoryRouter initialEntries={[address]}>
        <Link to="/">elsewhere</Link>
        <DialogHost />
      </MemoryRouter>
    </SessionProvider>,
  )
const open = (area: string) => act(async () => store.set(openDialogAtom, { area, id: 'tools', item: 'json' }))

beforeAll(async () => {
  await startI18n('en')
  await registerTexts('host', {
    en: () => import('../locales/en.json'),
    'zh-cn': () => import('../locales/zh-cn.json'),
  })
  // Loaded once, so that no test waits for it.
  await import('./DialogDown.tsx')
})
beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  store.set(dialogsAtom, [])
  store.set(failedDialogAtom, null)
  vi.restoreAllMocks()
  vi.mocked(loadContainer).mockReset()
})

describe('the dialogs of areas', () => {
  it('open from an address, and close when the address no longer asks for them', async () => {
    newArea({ '1.1.0': Tool })
    draw('/?tool=json')
    await screen.findByText('tool json')
    fireEvent.click(screen.getByText('elsewhere'))
    await waitFor(() => expect(screen.queryByText('tool json')).toBeNull())
  })

  it('that are turned off say so in their place, and open once they are on again', async () => {
    newArea({ '1.1.0': Tool }, { any: { reason: 'operator', message: 'wrong numbers since noon' } })
    draw('/?tool=json')
    await screen.findByText('wrong numbers since noon')
    expect(screen.getByRole('dialog')).toBeDefined()
    expect(loadContainer).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    await screen.findByText('tool json')
    await waitFor(() => expect(screen.queryByText('wrong numbers since noon')).toBeNull())
  })

  it('come from the version before when their own cannot be loaded', async () => {
    const area = newArea({ '1.0.0': Tool })
    draw()
    await open(area)
    expect(await screen.findByText('tool json')).toBeDefined()
  })

  it('that cannot be drawn say so in their place, and offer the version before', async () => {
    const area = newArea({ '1.1.0': Broken, '1.0.0': Tool })
    draw()
    await open(area)
    await screen.findByText('a number was missing')
    fireEvent.click(await screen.findByRole('button', { name: 'Use version 1.0.0 instead' }))
    expect(await screen.findByText('tool json')).toBeDefined()
  })

  it('are loaded once when a pointer rested on their button before', async () => {
    const area = newArea({ '1.1.0': Tool })
    draw()
    const wanted = { area, id: 'tools', item: '' }
    await act(async () => {
      store.set(preloadDialogAtom, wanted)
      store.set(preloadDialogAtom, wanted)
    })
    expect([vi.mocked(loadContainer).mock.calls.length, store.get(dialogsAtom)]).toEqual([1, []])
    await open(area)
    expect(await screen.findByText('tool json')).toBeDefined()
    expect(loadContainer).toHaveBeenCalledTimes(1)
  })

  it('say nothing when they could not be loaded ahead, and are tried again when they are opened', async () => {
    const area = newArea({})
    draw()
    await act(async () => store.set(preloadDialogAtom, { area, id: 'tools', item: '' }))
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith('a dialog could not be loaded ahead', expect.anything()),
    )
    expect(store.get(failedDialogAtom)).toBeNull()
    await open(area)
    expect(store.get(failedDialogAtom)).not.toBeNull()
  })

  it('do not appear any more when they were closed while they loaded', async () => {
    const area = newArea({ '1.1.0': Tool })
    draw()
    const { promise, resolve } = Promise.withResolvers<void>()
    const load = vi.mocked(loadContainer).getMockImplementation()
    vi.mocked(loadContainer).mockImplementation(async (release, isPreviewed) => {
      await promise
      if (!load) throw new Error('no area')
      return load(release, isPreviewed)
    })
    const opened = store.set(openDialogAtom, { area, id: 'tools', item: 'json' })
    await act(async () => store.set(closeDialogAtom, { area, id: 'tools', item: 'json' }))
    await act(async () => {
      resolve()
      await opened
    })
    expect(screen.queryByText('tool json')).toBeNull()
  })
})

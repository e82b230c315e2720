import type { AreaRelease } from '@windlass/shared-kit/remote'
import { store } from '@windlass/shared-kit/session'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadContainer } from './containers.ts'
import { loadArea } from './loadArea.ts'
import { expectOtherUser, takeOwnRegistry } from './ownRegistry.ts'
import { registryAtom } from './registry.ts'

// The network edge: what another build answers cannot be had without a browser; e2e tests do the rest.
vi.mock('./containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))

const release = (id: string, version: string): AreaRelease => ({
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
  ...{ groups: [], routes: [], dialogs: [] },
  ...{ textFiles: { en: [], 'zh-cn': [] }, titles: { en: {}, 'zh-cn': {} } },
})
const versions = () => Object.values(store.get(registryAtom).remotes).map(({ id, version }) => `${id}@${version}`)
const answer = (...releases: AreaRelease[]) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json({ remotes: Object.fromEntries(releases.map((one) => [one.id, one])) }),
    )

afterEach(() => void vi.restoreAllMocks())

describe('the registry of whoever signs in without loading the page', () => {
  it('replaces what nobody in particular got, once for each sign-in', async () => {
    store.set(registryAtom, { remotes: { logs: release('logs', '1.0.0') } })
    const asked = answer(release('logs', '1.1.0'))
    await takeOwnRegistry()
    await takeOwnRegistry()
    expect(versions()).toEqual(['logs@1.1.0'])
    expect(asked).toHaveBeenCalledOnce()
    expectOtherUser()
    answer(release('logs', '1.0.0'))
    await takeOwnRegistry()
    expect(versions()).toEqual(['logs@1.0.0'])
  })

  it('never changes an area that is in use', async () => {
    store.set(registryAtom, { remotes: { deploy: release('deploy', '2.0.0'), server: release('server', '3.0.0') } })
    const locales = { en: async () => ({ default: {} }), 'zh-cn': async () => ({ default: {} }) }
    vi.mocked(loadContainer).mockResolvedValue({ id: 'deploy', locales, routes: [] })
    await loadArea('deploy')
    expectOtherUser()
    answer(release('deploy', '2.1.0'), release('server', '3.1.0'))
    await takeOwnRegistry()
    expect(versions().sort()).toEqual(['deploy@2.0.0', 'server@3.1.0'])
  })

  it('is what the page holds when the server does not answer', async () => {
    vi.spyOn(console, 'debug').mockImplementation(() => undefined)
    store.set(registryAtom, { remotes: { logs: release('logs', '1.0.0') } })
    expectOtherUser()
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await takeOwnRegistry()
    expect(versions()).toEqual(['logs@1.0.0'])
  })
})

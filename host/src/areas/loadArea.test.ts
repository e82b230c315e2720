import { i18n, startI18n } from '@windlass/shared-kit/i18n'
import { store } from '@windlass/shared-kit/session'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AREA_LOAD_LIMIT_MS, AreaError, loadArea, loadTexts } from './loadArea.ts'
import { loadContainer } from './loadContainer.ts'
import { registryAtom } from './registry.ts'

// The network edge: what another build answers cannot be had without a browser; e2e tests do the rest.
vi.mock('./loadContainer.ts', () => ({ loadContainer: vi.fn() }))
vi.mock('@module-federation/enhanced/runtime', () => ({ registerPlugins: vi.fn(), registerRemotes: vi.fn() }))

const answer = vi.mocked(loadContainer)
let count = 0
/** Every test has an area of its own, because what was loaded stays loaded. */
function newArea() {
  count += 1
  const id = `area${count}`
  const empty = { files: [], groups: [], routes: [], dialogs: [], integrity: {}, base: 'remotes/' }
  const texts = { textFiles: { en: [], 'zh-cn': [] }, titles: { en: {}, 'zh-cn': {} } }
  const release = {
    id,
    version: '1.2.3',
    entry: 'remoteEntry.js',
    container: id,
    manifest: { file: 'm.json', integrity: '' },
    ...empty,
    ...texts,
  }
  store.set(registryAtom, { remotes: { [id]: release } })
  const locales = { en: async () => ({ default: { hello: 'Hello' } }), 'zh-cn': async () => ({ default: {} }) }
  return { id, container: { default: { id, locales, routes: [] } } }
}

beforeAll(() => startI18n('en'))
beforeEach(() => {
  answer.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(store.get(registryAtom)))
})

describe('loadArea', () => {
  it('loads an area once, however many ask, and its texts', async () => {
    const { id, container } = newArea()
    answer.mockResolvedValue(container)
    const [one, other] = await Promise.all([loadArea(id), loadArea(id)])
    expect(one).toBe(other)
    expect(answer).toHaveBeenCalledOnce()
    await loadTexts(one)
    expect(i18n.t('hello', { ns: id })).toBe('Hello')
  })

  it('says which area and version failed, and why', async () => {
    const { id } = newArea()
    answer.mockRejectedValue(new Error('404'))
    const error = await loadArea(id).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AreaError)
    expect(error).toMatchObject({ area: id, version: '1.2.3', message: '404' })
    expect((error as AreaError).errorId).toMatch(/^[a-z0-9]+$/)
  })

  it('tries again after a failure, with what the registry says by then', async () => {
    const { id, container } = newArea()
    answer.mockRejectedValueOnce(new Error('broken')).mockRejectedValueOnce(new Error('still broken'))
    answer.mockResolvedValueOnce(container)
    await expect(loadArea(id)).rejects.toThrow('still broken')
    await expect(loadArea(id)).resolves.toBe(container.default)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('gets over a single failure by itself', async () => {
    const { id, container } = newArea()
    answer.mockRejectedValueOnce(new Error('hiccup')).mockResolvedValueOnce(container)
    await expect(loadArea(id)).resolves.toBe(container.default)
  })

  it('gives up on an area that never answers', async () => {
    vi.useFakeTimers()
    const { id } = newArea()
    answer.mockReturnValue(new Promise(() => undefined))
    const pending = loadArea(id).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(AREA_LOAD_LIMIT_MS)
    expect(await pending).toMatchObject({ message: 'no answer within 10 s' })
    vi.useRealTimers()
  })

  it('does not take something else for an area', async () => {
    const { id } = newArea()
    answer.mockResolvedValue(null)
    await expect(loadArea(id)).rejects.toThrow('not an area')
  })

  it('says so when the registry does not know the area', async () => {
    store.set(registryAtom, { remotes: {} })
    await expect(loadArea('unheard')).rejects.toThrow('the registry has no area named unheard')
  })
})

import { i18n, startI18n } from '@windlass/shared-kit/i18n'
import { store } from '@windlass/shared-kit/session'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AreaError, AreaOffError } from './areaError.ts'
import { loadContainer } from './containers.ts'
import { expectOtherRelease, fallBack, fallbacksAtom, loadArea, loadTexts, runningAtom } from './loadArea.ts'
import { registryAtom } from './registry.ts'
import { AREA_LOAD_LIMIT_MS } from './withLimit.ts'

// The network edge: what another build answers cannot be had without a browser; e2e tests do the rest.
vi.mock('./containers.ts', () => ({ loadContainer: vi.fn(), guardLoader: vi.fn() }))

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
  return { id, release, definition: { id, locales, routes: [] } }
}

beforeAll(() => startI18n('en'))
beforeEach(() => {
  answer.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(store.get(registryAtom)))
})

describe('loadArea', () => {
  it('loads an area once, however many ask, and its texts', async () => {
    const { id, definition } = newArea()
    answer.mockResolvedValue(definition)
    const [one, other] = await Promise.all([loadArea(id), loadArea(id)])
    expect(one).toBe(other)
    expect(answer).toHaveBeenCalledOnce()
    await loadTexts(one.definition)
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
    const { id, definition } = newArea()
    answer.mockRejectedValueOnce(new Error('broken')).mockRejectedValueOnce(new Error('still broken'))
    answer.mockResolvedValueOnce(definition)
    await expect(loadArea(id)).rejects.toThrow('broken')
    await expect(loadArea(id)).resolves.toMatchObject({ definition })
  })

  describe('after a failure', () => {
    const registryOf = (more: object) =>
      vi.mocked(fetch).mockImplementation(async () => Response.json({ ...store.get(registryAtom), ...more }))
    const failFor = (version: string, definition: Awaited<ReturnType<typeof loadContainer>>) =>
      answer.mockImplementation(async (release) => {
        if (release.version === version) throw new Error('tampered')
        return definition
      })

    it('takes the version before without a click, and says so', async () => {
      const { id, release, definition } = newArea()
      registryOf({ previous: { [id]: { ...release, version: '1.2.2' } } })
      failFor('1.2.3', definition)
      await expect(loadArea(id)).resolves.toEqual({ definition, version: '1.2.2' })
      expect(String(vi.mocked(fetch).mock.lastCall?.[0])).toContain(encodeURIComponent(`${id}@1.2.3`))
      expect(store.get(fallbacksAtom)[id]).toEqual({ failed: '1.2.3', shown: '1.2.2' })
      expect([...store.get(runningAtom)]).toContain(`${id}@1.2.2`)
    })

    it('prefers what the registry names by then', async () => {
      const { id, release, definition } = newArea()
      registryOf({
        remotes: { [id]: { ...release, version: '1.2.4' } },
        previous: { [id]: { ...release, version: '1.2.2' } },
      })
      failFor('1.2.3', definition)
      await expect(loadArea(id)).resolves.toEqual({ definition, version: '1.2.4' })
    })

    it('tells of the first failure when the other version fails too', async () => {
      const { id, release } = newArea()
      registryOf({ previous: { [id]: { ...release, version: '1.2.2' } } })
      answer.mockRejectedValue(new Error('no network'))
      await expect(loadArea(id)).rejects.toMatchObject({ version: '1.2.3', message: 'no network' })
    })

    it('tells of the failure when nobody knows another version', async () => {
      const { id } = newArea()
      vi.mocked(fetch).mockRejectedValue(new TypeError('offline'))
      answer.mockRejectedValue(new Error('gone'))
      await expect(loadArea(id)).rejects.toThrow('gone')
    })

    it('loads the other version once, and leaves the menu as it is', async () => {
      const { id, release, definition } = newArea()
      registryOf({ previous: { [id]: { ...release, version: '1.2.2' } } })
      failFor('1.2.3', definition)
      const failed = { id, version: '1.2.3' }
      const [one, other] = await Promise.all([loadArea(id), fallBack(failed, new Error('a page failed too'))])
      await fallBack(failed, new Error('and another one later'))
      expect(one).toBe(other)
      expect(answer.mock.calls.filter(([{ version }]) => version === '1.2.2')).toHaveLength(1)
      expect(store.get(registryAtom).remotes[id]).toEqual(release)
    })

    it('forgets what stood in once the version that was meant works', async () => {
      const { id, release, definition } = newArea()
      registryOf({ previous: { [id]: { ...release, version: '1.2.2' } } })
      failFor('1.2.3', definition)
      await loadArea(id)
      answer.mockResolvedValue(definition)
      await expect(fallBack({ id, version: '1.2.2' }, new Error('no such page'))).resolves.toMatchObject({
        version: '1.2.3',
      })
      expect(store.get(fallbacksAtom)[id]).toBeUndefined()
    })

    it('takes it as off when it was turned off meanwhile', async () => {
      const { id } = newArea()
      registryOf({ off: { [id]: { reason: 'operator', message: 'wrong numbers' } } })
      answer.mockRejectedValue(new Error('gone'))
      await expect(loadArea(id)).rejects.toBeInstanceOf(AreaOffError)
    })
  })

  it('loads nothing of an area that is turned off, until it is on again', async () => {
    const { id, definition } = newArea()
    const registry = store.get(registryAtom)
    store.set(registryAtom, { ...registry, off: { [id]: { reason: 'operator', message: '' } } })
    answer.mockResolvedValue(definition)
    await expect(loadArea(id)).rejects.toBeInstanceOf(AreaOffError)
    expect(answer).not.toHaveBeenCalled()
    vi.mocked(fetch).mockImplementation(async () => Response.json(registry))
    await expect(loadArea(id)).resolves.toMatchObject({ definition })
  })

  it('asks the registry before it loads what was taken back meanwhile', async () => {
    const { id, release, definition } = newArea()
    expectOtherRelease(id)
    vi.mocked(fetch).mockImplementation(async () =>
      Response.json({ remotes: { [id]: { ...release, version: '1.2.2' } } }),
    )
    answer.mockResolvedValue(definition)
    await expect(loadArea(id)).resolves.toMatchObject({ version: '1.2.2' })
  })

  it.each([
    ['a developer’s machine', { origin: 'http://localhost:8104' }, true],
    ['the console', { origin: '' }, false],
    ['a machine, but in another version', { origin: 'http://localhost:8104', version: '9.9.9' }, false],
    ['a machine, but of another area', { origin: 'http://localhost:8104', area: 'other' }, false],
  ])('knows whether a preview comes from %s', async (_where, more, isFromMachine) => {
    const { id, release, definition } = newArea()
    const preview = { area: id, version: '1.2.3', expireTime: 0, ...more }
    store.set(registryAtom, { remotes: { [id]: release }, preview: { ...preview } })
    answer.mockResolvedValue(definition)
    await loadArea(id)
    expect(answer).toHaveBeenCalledExactlyOnceWith(release, isFromMachine)
  })

  it('gets over a single failure by itself', async () => {
    const { id, definition } = newArea()
    answer.mockRejectedValueOnce(new Error('hiccup')).mockResolvedValueOnce(definition)
    await expect(loadArea(id)).resolves.toMatchObject({ definition })
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

  it('says so when the registry does not know the area', async () => {
    store.set(registryAtom, { remotes: {} })
    await expect(loadArea('unheard')).rejects.toThrow('the registry has no area named unheard')
  })
})

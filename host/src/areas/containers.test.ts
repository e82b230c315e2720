import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { AreaRelease } from '@windlass/shared-kit/remote'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guardLoader, loadContainer } from './containers.ts'

// The loader itself needs a browser; what it is asked for is what counts here.
vi.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: vi.fn(),
  registerPlugins: vi.fn(),
  registerRemotes: vi.fn(),
}))

const HASH = `sha384-${'a'.repeat(64)}`
const release = (version: string, more: Partial<AreaRelease> = {}): AreaRelease => ({
  ...{ id: 'logs', version, base: 'remotes/logs/', entry: `${version}/remoteEntry.js` },
  container: `windlass_logs_${version.replaceAll('.', '_')}`,
  integrity: { [`${version}/remoteEntry.js`]: HASH },
  ...{ manifest: { file: 'm.json', integrity: '' }, files: [], groups: [], routes: [], dialogs: [] },
  ...{ textFiles: { en: [], 'zh-cn': [] }, titles: { en: {}, 'zh-cn': {} } },
  ...more,
})
const registered = () => vi.mocked(registerRemotes).mock.calls.map(([[remote], options]) => ({ ...remote, ...options }))
const scriptFor = (url: string) => {
  guardLoader()
  const [plugin] = vi.mocked(registerPlugins).mock.lastCall?.[0] ?? []
  return (plugin as unknown as { createScript(given: { url: string }): HTMLScriptElement }).createScript({ url })
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(loadRemote).mockResolvedValue({ default: { id: 'logs' } })
})

describe('containers of areas', () => {
  it('have a name for every version, so that two can be in one page', async () => {
    await loadContainer(release('1.0.0'), false)
    await loadContainer(release('1.1.0'), false)
    expect(registered()).toMatchObject([
      { name: 'windlass_logs_1_0_0', entryGlobalName: 'windlass_logs_1_0_0', force: false },
      { name: 'windlass_logs_1_1_0', entryGlobalName: 'windlass_logs_1_1_0', force: false },
    ])
    expect(vi.mocked(loadRemote)).toHaveBeenLastCalledWith('windlass_logs_1_1_0/remote')
  })

  it('are asked for under another address after a failure, with the same hash', async () => {
    await loadContainer(release('1.2.0'), false)
    await loadContainer(release('1.2.0'), false)
    const [first, second] = registered()
    expect(second).toMatchObject({ entry: `${String(first && 'entry' in first && first.entry)}?retry=1`, force: true })
    expect(scriptFor(String(second && 'entry' in second && second.entry)).integrity).toBe(HASH)
  })

  it('get a scope of their own for their files', () => {
    const scopes = [scriptFor('http://a/1.js'), scriptFor('http://a/2.js')].map((script) =>
      Reflect.get(script, 'windlassScope'),
    )
    expect(scopes[0]).toBeTypeOf('object')
    expect(scopes[0]).not.toBe(scopes[1])
  })

  it('never run when nothing vouches for them, except what a developer previews', async () => {
    const unsealed = release('1.3.0', { integrity: {} })
    await expect(loadContainer(unsealed, false)).rejects.toThrow('nothing vouches for its entry')
    expect(registerRemotes).not.toHaveBeenCalled()
    await expect(loadContainer(unsealed, true)).resolves.toMatchObject({ id: 'logs' })
  })

  it('must be the area that was asked for', async () => {
    vi.mocked(loadRemote).mockResolvedValue({ default: { id: 'deploy' } })
    await expect(loadContainer(release('1.4.0'), false)).rejects.toThrow('it is not an area')
  })
})

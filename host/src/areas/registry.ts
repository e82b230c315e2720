import {
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import type { AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { atom, store } from '@windlass/shared-kit/session'

const REGISTRY_FILE = 'registry.json'
/** How long the registry may take when it is asked again. */
const REGISTRY_LIMIT_MS = 5_000

/** Which version of which area this browser uses; read from the page, so that the menu needs no request. */
export const registryAtom = atom<AreaRegistry>({ remotes: {} })

/** The release of one area, if the registry knows it. */
export function releaseOf(id: string): AreaRelease | undefined {
  return store.get(registryAtom).remotes[id]
}

const containerName = (id: string) => `windlass_${id}`

const addressOf = (release: AreaRelease, file: string) => new URL(release.base + file, document.baseURI).href

/** Every file that any known release vouches for, by its address. */
const integrityByAddress = new Map<string, string>()

function learn(release: AreaRelease): void {
  for (const [file, integrity] of Object.entries(release.integrity)) {
    integrityByAddress.set(addressOf(release, file), integrity)
  }
}

const withoutQuery = (address: string) => address.split('?')[0] ?? address

/** The chain of trust: the page holds the registry, the registry the hash of each entry, the entry those of its chunks. */
const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'windlass-integrity',
  createScript: ({ url }) => {
    // Chunks register here instead of in the global object, which two versions of an area would share.
    const script = Object.assign(document.createElement('script'), {
      windlassScope: Object.create(globalThis) as object,
    })
    script.src = url
    script.async = true
    const integrity = integrityByAddress.get(withoutQuery(url))
    if (integrity) script.integrity = integrity
    script.crossOrigin = 'anonymous'
    return script
  },
  createLink: ({ url, attrs }) => {
    const link = document.createElement('link')
    for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value))
    link.href = url
    const integrity = integrityByAddress.get(withoutQuery(url))
    if (integrity) link.integrity = integrity
    // A preload that differs from the later request in this attribute would be fetched twice.
    link.crossOrigin = 'anonymous'
    return link
  },
}

function register(release: AreaRelease, attempt = 0): void {
  learn(release)
  const name = containerName(release.id)
  const entry = addressOf(release, release.entry)
  // An entry that failed once stays failed under its address, hence the changing query.
  const address = attempt > 0 ? `${entry}?retry=${attempt}` : entry
  registerRemotes([{ name, entry: address, entryGlobalName: name, type: 'global' }], { force: attempt > 0 })
}

/** Reads the registry out of the page and makes every area known to the loader. Nothing is loaded yet. */
export function startRegistry(): void {
  const text = document.getElementById('registry')?.textContent
  // Written into the page by the server; without it the console still starts and says that there are no areas.
  const registry = (text ? JSON.parse(text) : { remotes: {} }) as AreaRegistry
  registerPlugins([integrityPlugin])
  store.set(registryAtom, registry)
  for (const release of Object.values(registry.remotes)) register(release)
}

/** Asks the registry again before another attempt: the release may have been repaired or rolled back meanwhile. */
export async function refreshRelease(id: string, attempt: number): Promise<void> {
  const response = await fetch(new URL(REGISTRY_FILE, document.baseURI), {
    cache: 'no-store',
    signal: AbortSignal.timeout(REGISTRY_LIMIT_MS),
  })
  const fresh = response.ok ? ((await response.json()) as AreaRegistry).remotes[id] : undefined
  const release = fresh ?? releaseOf(id)
  if (!release) return
  const registry = store.get(registryAtom)
  store.set(registryAtom, { remotes: { ...registry.remotes, [id]: release } })
  register(release, attempt)
}

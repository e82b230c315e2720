import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import type { AreaRelease, RemoteDefinition } from '@windlass/shared-kit/remote'

const addressOf = (release: AreaRelease, file: string) => new URL(release.base + file, document.baseURI).href

/** Every file that any known release vouches for, by its address. */
const integrityByAddress = new Map<string, string>()
/** How often the entry of a container was asked for. */
const attempts = new Map<string, number>()

const withoutQuery = (address: string) => address.split('?')[0] ?? address

/** The chain of trust: the page holds the registry, the registry the hash of each entry, the entry those of its chunks. */
const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'windlass-integrity',
  createScript: ({ url }) => {
    // Chunks register here instead of in the global object, which two versions of an area would share. What is not of the
    // area is still found there: the loader's own runtime, for one.
    const scope: object = Object.create(globalThis)
    const script = Object.assign(document.createElement('script'), { windlassScope: scope })
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

/** Puts the check of every file between the loader and the page; before anything is loaded. */
export function guardLoader(): void {
  registerPlugins([integrityPlugin])
}

/** In a console that runs from source, whose areas change all the time. */
const isFromSource = process.env.NODE_ENV === 'development'

/** Only what a developer previews from his own machine may run without being vouched for. */
function requireVouched(release: AreaRelease, isPreviewed: boolean): void {
  if (release.integrity[release.entry] || isPreviewed || isFromSource) return
  throw new Error('nothing vouches for its entry')
}

function register(release: AreaRelease): void {
  for (const [file, integrity] of Object.entries(release.integrity)) {
    integrityByAddress.set(addressOf(release, file), integrity)
  }
  const attempt = attempts.get(release.container) ?? 0
  attempts.set(release.container, attempt + 1)
  const entry = addressOf(release, release.entry)
  // An entry that failed once stays failed under its address, hence the changing query.
  const address = attempt > 0 ? `${entry}?retry=${attempt}` : entry
  const remote = { name: release.container, entry: address, entryGlobalName: release.container, type: 'global' }
  registerRemotes([remote], { force: attempt > 0 })
}

/**
 * Loads one version of an area. Each version is a container of its own, so that two can be in one page.
 * @param isPreviewed whether it comes from a developer's machine, as the registry says
 */
export async function loadContainer(release: AreaRelease, isPreviewed: boolean): Promise<RemoteDefinition> {
  requireVouched(release, isPreviewed)
  register(release)
  const container = await loadRemote<{ default: RemoteDefinition }>(`${release.container}/remote`)
  if (container?.default.id !== release.id) throw new Error('it loaded, but it is not an area')
  return container.default
}

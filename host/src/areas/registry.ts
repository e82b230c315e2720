import { REGISTRY_PATH } from '@windlass/shared-kit/contract/limits'
import type { AreaOff, AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { atom, hasLoginMarker, store } from '@windlass/shared-kit/session'
import { guardLoader } from './containers.ts'
import { disabledByAddress } from './disabledByAddress.ts'

/** How long the registry may take when it is asked again. */
const REGISTRY_LIMIT_MS = 5_000

/** Why an area must not be loaded: the server's reasons, or `?disable=` in the address of this page. */
export interface OffReason {
  reason: AreaOff['reason'] | 'address'
  message: string
}

/** What this page works with. */
export interface PageRegistry extends Omit<AreaRegistry, 'off'> {
  off?: Readonly<Record<string, OffReason>>
}

/** Which version of which area this browser uses; read from the page, so that the menu needs no request. */
export const registryAtom = atom<PageRegistry>({ remotes: {} })

/** The release of one area, if the registry knows it. */
export function releaseOf(id: string): AreaRelease | undefined {
  return store.get(registryAtom).remotes[id]
}

/** Reads the registry out of the page. Nothing is loaded yet. */
export function startRegistry(): void {
  guardLoader()
  isForNobody = !hasLoginMarker()
  const text = document.getElementById('registry')?.textContent
  // Written into the page by the server; without it the console still starts and says that there are no areas.
  store.set(registryAtom, withAddress((text ? JSON.parse(text) : { remotes: {} }) as AreaRegistry))
}

function withAddress(registry: AreaRegistry): PageRegistry {
  const named = disabledByAddress(location).filter((id) => registry.remotes[id])
  if (named.length === 0) return registry
  const off = Object.fromEntries(named.map((id): [string, OffReason] => [id, { reason: 'address', message: '' }]))
  return { ...registry, off: { ...registry.off, ...off } }
}

/** Asks the server which versions this user gets now; `failed` names a version that this browser could not use. */
export async function fetchRegistry(failed?: { id: string; version: string }): Promise<PageRegistry> {
  const address = new URL(REGISTRY_PATH.slice(1), document.baseURI)
  if (failed) address.searchParams.set('failed', `${failed.id}@${failed.version}`)
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(REGISTRY_LIMIT_MS) })
  if (!response.ok) throw new Error(`the registry answered ${response.status}`)
  return withAddress((await response.json()) as AreaRegistry)
}

/** Whether this page was made for nobody in particular: its versions are not those of whoever signs in on it. */
let isForNobody = false

/** After a sign-in without a page load: the versions of this user, before any area is loaded. */
export async function takeOwnRegistry(): Promise<void> {
  if (!isForNobody) return
  isForNobody = false
  try {
    store.set(registryAtom, await fetchRegistry())
  } catch (error) {
    // What the page holds is what everybody gets: good enough, and a canary can wait for the next load.
    console.debug('the registry of this user could not be read', error)
  }
}

/** Takes over what the registry says about one area: the others stay as this page was loaded with. */
export function adoptRelease(fresh: PageRegistry, id: string, release = fresh.remotes[id]): void {
  const current = store.get(registryAtom)
  const { [id]: _before, ...otherOff } = current.off ?? {}
  const off = fresh.off?.[id]
  store.set(registryAtom, {
    ...current,
    remotes: release ? { ...current.remotes, [id]: release } : current.remotes,
    off: off ? { ...otherOff, [id]: off } : otherOff,
  })
}

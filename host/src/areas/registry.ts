import { REGISTRY_PATH } from '@windlass/shared-kit/contract/limits'
import type { AreaOff, AreaRegistry, AreaRelease } from '@windlass/shared-kit/remote'
import { atom, store } from '@windlass/shared-kit/session'
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

/** Turned off by the address this page was loaded with: going elsewhere inside the console does not turn it on again. */
let offByAddress: readonly string[] = []

/** Reads the registry out of the page. Nothing is loaded yet. */
export function startRegistry(): void {
  guardLoader()
  offByAddress = disabledByAddress(location)
  const text = document.getElementById('registry')?.textContent
  // Written into the page by the server; without it the console still starts and says that there are no areas.
  store.set(registryAtom, withAddress((text ? JSON.parse(text) : { remotes: {} }) as AreaRegistry))
}

function withAddress(registry: AreaRegistry): PageRegistry {
  const named = offByAddress.filter((id) => registry.remotes[id])
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
  // The same server wrote the page; a static one may answer anything, and then there are no areas.
  return withAddress((await response.json()) as AreaRegistry)
}

/** Takes over what the registry says about one area of which nothing is loaded. */
export function adoptRelease({ remotes, off }: PageRegistry, id: string): void {
  const current = store.get(registryAtom)
  const release = remotes[id]
  store.set(registryAtom, {
    ...current,
    remotes: release ? { ...current.remotes, [id]: release } : current.remotes,
    off: replaced(current.off, id, off?.[id]),
  })
}

/** Turns an area off: nothing more of it is loaded, and what is loaded stays. */
export function turnOff(id: string, reason: OffReason): void {
  const current = store.get(registryAtom)
  store.set(registryAtom, { ...current, off: replaced(current.off, id, reason) })
}

/** Takes over a whole registry, except for areas that are in use: those stay what they are until the next page load. */
export function adoptRegistry(fresh: PageRegistry, isKept: (id: string) => boolean): void {
  const current = store.get(registryAtom)
  const kept = Object.entries(current.remotes).filter(([id]) => isKept(id))
  const off = Object.entries(fresh.off ?? {}).filter(([id]) => !isKept(id))
  store.set(registryAtom, {
    ...fresh,
    remotes: { ...fresh.remotes, ...Object.fromEntries(kept) },
    off: Object.fromEntries(off),
  })
}

function replaced(off: PageRegistry['off'], id: string, reason: OffReason | undefined): PageRegistry['off'] {
  const { [id]: _before, ...others } = off ?? {}
  return reason ? { ...others, [id]: reason } : others
}

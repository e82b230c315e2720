import { registerTexts } from '@windlass/shared-kit/i18n'
import type { AreaRelease, RemoteDefinition } from '@windlass/shared-kit/remote'
import { atom, store } from '@windlass/shared-kit/session'
import { AreaError, AreaOffError } from './areaError.ts'
import { loadContainer } from './containers.ts'
import { adoptRelease, fetchRegistry, registryAtom, releaseOf } from './registry.ts'
import { reportFailure, reportLoaded } from './reports.ts'
import { twice } from './twice.ts'
import { withLimit } from './withLimit.ts'

/** An area as this page uses it. */
export interface LoadedArea {
  definition: RemoteDefinition
  version: string
}

/** What is shown instead of a version that failed. */
export interface Fallback {
  failed: string
  shown: string
}

/** Areas that run another version than they should, by id. */
export const fallbacksAtom = atom<Readonly<Record<string, Fallback>>>({})
/** Every version whose code is in this page, as `<id>@<version>`. */
export const runningAtom = atom<ReadonlySet<string>>(new Set<string>())

const loaded = new Map<string, Promise<LoadedArea>>()
const hasFailed = new Set<string>()

/** Loads the texts of an area; until they are there, nothing of it can be shown. */
export const loadTexts = (area: RemoteDefinition): Promise<void> => twice(() => registerTexts(area.id, area.locales))

async function load(release: AreaRelease): Promise<LoadedArea> {
  const startedAt = performance.now()
  const definition = await withLimit(twice(() => loadContainer(release)))
  store.set(runningAtom, (running) => new Set([...running, `${release.id}@${release.version}`]))
  reportLoaded(release.id, release.version, performance.now() - startedAt)
  return { definition, version: release.version }
}

function requireRelease(id: string): AreaRelease {
  const off = store.get(registryAtom).off?.[id]
  if (off) throw new AreaOffError(id, off)
  const release = releaseOf(id)
  if (!release) throw new Error(`the registry has no area named ${id}`)
  return release
}

async function loadCurrent(id: string): Promise<LoadedArea> {
  // The release may have been repaired, rolled back or turned on again since the last attempt.
  if (hasFailed.has(id)) adoptRelease(await fetchRegistry().catch(() => store.get(registryAtom)), id)
  const release = requireRelease(id)
  return load(release).catch((error: unknown) => fallBack(release, error))
}

/** Another version than the failed one: what the registry names by now, or else the one before of the same major. */
export async function replacementOf({
  id,
  version,
}: Pick<AreaRelease, 'id' | 'version'>): Promise<AreaRelease | undefined> {
  try {
    const fresh = await fetchRegistry({ id, version })
    if (fresh.off?.[id]) adoptRelease(fresh, id)
    const current = fresh.remotes[id]
    return current && current.version !== version ? current : fresh.previous?.[id]
  } catch (error) {
    // Without an answer there is no other version; what failed before is what the user is told.
    console.error(`the registry was asked for another version of ${id} and did not answer`, error)
    return undefined
  }
}

/**
 * Uses another version of an area after one failed, without a click. Pages of the failed one that are shown stay as they are.
 * @throws AreaError about the first failure when there is no other version, or it fails too
 */
export async function fallBack(release: Pick<AreaRelease, 'id' | 'version'>, cause: unknown): Promise<LoadedArea> {
  const { id, version } = release
  const failure = failureOf(id, version, cause)
  const other = await replacementOf(release)
  const off = store.get(registryAtom).off?.[id]
  if (off) throw new AreaOffError(id, off)
  if (!other) throw failure
  const area = await load(other).catch((error: unknown) => {
    failureOf(id, other.version, error)
    throw failure
  })
  adoptRelease({ remotes: {} }, id, other)
  loaded.set(id, Promise.resolve(area))
  store.set(fallbacksAtom, (fallbacks) => ({ ...fallbacks, [id]: { failed: version, shown: other.version } }))
  return area
}

/** Makes a failure known: here in the browser's console, and to whoever runs the console. */
export function failureOf(id: string, version: string, cause: unknown, kind: 'load' | 'render' = 'load'): AreaError {
  const failure = new AreaError(id, version, cause)
  console.error(`area ${id} ${version} [${failure.errorId}]`, cause)
  reportFailure(kind, failure)
  return failure
}

/** Loads an area once; a failed attempt is forgotten, so that the next call tries again. */
export function loadArea(id: string): Promise<LoadedArea> {
  const known = loaded.get(id)
  if (known) return known
  const attempt = loadCurrent(id).catch((error: unknown) => {
    loaded.delete(id)
    hasFailed.add(id)
    throw error
  })
  loaded.set(id, attempt)
  return attempt
}

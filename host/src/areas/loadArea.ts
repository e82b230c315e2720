import { registerTexts } from '@windlass/shared-kit/i18n'
import type { AreaRelease, RemoteDefinition } from '@windlass/shared-kit/remote'
import { atom, store } from '@windlass/shared-kit/session'
import { AreaError, AreaOffError } from './areaError.ts'
import { loadContainer } from './containers.ts'
import { adoptRelease, fetchRegistry, registryAtom, releaseOf, turnOff } from './registry.ts'
import { reportFailure, reportLoaded } from './reports.ts'
import { twice } from './twice.ts'
import { withLimit } from './withLimit.ts'

/** An area as this page uses it. */
export interface LoadedArea {
  definition: RemoteDefinition
  version: string
}

/** One version of one area. */
export type VersionName = Pick<AreaRelease, 'id' | 'version'>

/** What is shown instead of a version that failed. */
export interface Fallback {
  failed: string
  shown: string
}

/** Areas that run another version than they should, by id. */
export const fallbacksAtom = atom<Readonly<Record<string, Fallback>>>({})
/** Every version whose code is in this page, as `<id>@<version>`. */
export const runningAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Every version that is loaded or being loaded, by `<id>@<version>`: loaded again, it would be in the page twice. */
const versions = new Map<string, Promise<LoadedArea>>()
/** What each area uses, or waits for, by its id. */
const loaded = new Map<string, Promise<LoadedArea>>()
/** Areas of which the registry may say something else by now; it is asked before they are loaded. */
const outdated = new Set<string>()

const keyOf = ({ id, version }: VersionName) => `${id}@${version}`

/** Loads the texts of an area; until they are there, nothing of it can be shown. */
export const loadTexts = (area: RemoteDefinition): Promise<void> => twice(() => registerTexts(area.id, area.locales))

/** Whether anything of an area is in this page or about to be; its release then stays what it is. */
export const isInUse = (id: string): boolean => loaded.has(id)

/** Has the registry asked again before an area is loaded. */
export function expectOtherRelease(id: string): void {
  outdated.add(id)
}

function load(release: AreaRelease): Promise<LoadedArea> {
  const key = keyOf(release)
  const known = versions.get(key)
  if (known) return known
  const attempt = loadVersion(release).catch((error: unknown) => {
    versions.delete(key)
    throw error
  })
  versions.set(key, attempt)
  return attempt
}

async function loadVersion(release: AreaRelease): Promise<LoadedArea> {
  const { id, version } = release
  const startedAt = performance.now()
  const definition = await withLimit(twice(() => loadContainer(release, isFromMachine(release)))).catch(
    (error: unknown) => {
      throw failureOf(release, error, performance.now() - startedAt)
    },
  )
  store.set(runningAtom, (running) => new Set([...running, keyOf(release)]))
  reportLoaded(id, version, performance.now() - startedAt)
  return { definition, version }
}

/** Whether the registry says that this is what a developer previews from his own machine. */
function isFromMachine({ id, version }: VersionName): boolean {
  const preview = store.get(registryAtom).preview
  return preview !== undefined && preview.origin !== '' && preview.area === id && preview.version === version
}

function requireRelease(id: string): AreaRelease {
  requireOn(id)
  const release = releaseOf(id)
  if (!release) throw new Error(`the registry has no area named ${id}`)
  return release
}

function requireOn(id: string): void {
  const off = store.get(registryAtom).off?.[id]
  if (off) throw new AreaOffError(id, off)
}

async function loadCurrent(id: string): Promise<LoadedArea> {
  // The release may have been repaired, rolled back or turned on again since the last attempt.
  if (outdated.has(id)) await takeFreshRelease(id)
  const release = requireRelease(id)
  return load(release).catch((error: unknown) => fallBack(release, error))
}

async function takeFreshRelease(id: string): Promise<void> {
  try {
    adoptRelease(await fetchRegistry(), id)
  } catch (error) {
    // What this page knows is still worth an attempt.
    console.debug(`the registry was asked for ${id} and did not answer`, error)
  }
}

/** Another version than the failed one: what the registry names by now, or else the one before of the same major. */
export async function replacementOf({ id, version }: VersionName): Promise<AreaRelease | undefined> {
  try {
    const { off, remotes, previous } = await fetchRegistry({ id, version })
    const reason = off?.[id]
    if (reason) turnOff(id, reason)
    const current = remotes[id]
    return current && current.version !== version ? current : previous?.[id]
  } catch (error) {
    // Without an answer there is no other version; what failed before is what the user is told.
    console.error(`the registry was asked for another version of ${id} and did not answer`, error)
    return undefined
  }
}

/** The version that stands in for a failed one already: whatever else fails of that one, another answer would only mix more. */
function standInFor({ id, version }: VersionName): Promise<LoadedArea> | undefined {
  const fallback = store.get(fallbacksAtom)[id]
  return fallback?.failed === version ? versions.get(keyOf({ id, version: fallback.shown })) : undefined
}

/**
 * Uses another version of an area after one failed, without a click. Pages of the failed one that are shown stay as they are,
 * and so does the menu: what is there does not move under anybody's hands.
 * @throws the failure when there is no other version, or it fails too
 */
export async function fallBack(failed: VersionName, failure: unknown): Promise<LoadedArea> {
  const standIn = standInFor(failed)
  if (standIn) return standIn
  const { id } = failed
  const other = await replacementOf(failed)
  requireOn(id)
  if (!other) throw failure
  const area = await load(other).catch(() => {
    // It was made known where it happened; the user is told of the version that was meant.
    throw failure
  })
  loaded.set(id, Promise.resolve(area))
  noteFallback(id, failed.version, other.version)
  return area
}

function noteFallback(id: string, failed: string, shown: string): void {
  const { [id]: before, ...others } = store.get(fallbacksAtom)
  // What was meant in the first place works by now: nothing stands in for it any more.
  store.set(fallbacksAtom, before?.failed === shown ? others : { ...others, [id]: { failed, shown } })
}

/** Makes a failure known: here in the browser's console, and to whoever runs the console. */
export function failureOf(name: VersionName, cause: unknown, ms = 0, kind: 'load' | 'render' = 'load'): AreaError {
  const failure = new AreaError(name.id, name.version, cause)
  console.error(`area ${name.id} ${name.version} [${failure.errorId}]`, cause)
  reportFailure(kind, failure, ms)
  return failure
}

/** Loads an area once; a failed attempt is forgotten, so that the next call tries again. */
export function loadArea(id: string): Promise<LoadedArea> {
  const known = loaded.get(id)
  if (known) return known
  const attempt = loadCurrent(id).catch((error: unknown) => {
    loaded.delete(id)
    expectOtherRelease(id)
    throw error
  })
  loaded.set(id, attempt)
  return attempt
}

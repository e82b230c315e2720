import { registerTexts } from '@windlass/shared-kit/i18n'
import type { RemoteDefinition } from '@windlass/shared-kit/remote'
import { loadContainer } from './loadContainer.ts'
import { refreshRelease, releaseOf } from './registry.ts'
import { twice } from './twice.ts'

/** A remote that never answers would leave a blank area for ever; the loader itself has no limit. */
export const AREA_LOAD_LIMIT_MS = 10_000

/** Why an area is not there, with what an operator needs to look into it. */
export class AreaError extends Error {
  override readonly name = 'AreaError'
  readonly area: string
  readonly version: string
  /** Also written to the browser's console, so that a picture of the page is enough to find it. */
  readonly errorId = Math.random().toString(36).slice(2, 10)

  constructor(area: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.area = area
    this.version = releaseOf(area)?.version ?? '?'
  }
}

const loaded = new Map<string, Promise<RemoteDefinition>>()
const attempts = new Map<string, number>()

/** Settles with the work or, when that takes too long, with an error. */
export function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

async function load(id: string): Promise<RemoteDefinition> {
  const attempt = attempts.get(id) ?? 0
  attempts.set(id, attempt + 1)
  if (attempt > 0) await refreshRelease(id, attempt)
  if (!releaseOf(id)) throw new Error(`the registry has no area named ${id}`)
  const container = await loadContainer(id)
  if (container?.default.id !== id) throw new Error('it loaded, but it is not an area')
  return container.default
}

/** Loads the texts of an area; until they are there, nothing of it can be shown. */
export const loadTexts = (area: RemoteDefinition): Promise<void> => twice(() => registerTexts(area.id, area.locales))

/** Loads the declaration of an area once; a failed attempt is forgotten, so that the next call tries again. */
export function loadArea(id: string): Promise<RemoteDefinition> {
  const known = loaded.get(id)
  if (known) return known
  const attempt = withLimit(
    twice(() => load(id)),
    AREA_LOAD_LIMIT_MS,
  ).catch((error: unknown) => {
    loaded.delete(id)
    const failure = new AreaError(id, error)
    console.error(`area ${id} ${failure.version} [${failure.errorId}]`, error)
    throw failure
  })
  loaded.set(id, attempt)
  return attempt
}

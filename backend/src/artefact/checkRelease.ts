import type { HostFacts, ReleaseContents } from '@windlass/shared-kit/contract/area'
import type { Artefact } from './artefact.ts'

/** What an artefact is checked against. */
export interface CheckContext {
  host: HostFacts
  /** Routes of the other areas. */
  routes: readonly { remote: string; path: string }[]
  /** Versions of this area that are published already. */
  versions: readonly string[]
  /** Origins that may serve files of areas besides the console's own. */
  allowedOrigins: readonly string[]
}

/** Why a version must not be published. */
export interface Problem {
  rule: 'shared' | 'routes' | 'permissions' | 'texts' | 'budget' | 'leak' | 'version' | 'origin'
  message: string
}

/** Everything that speaks against publishing an artefact; empty when nothing does. */
export function checkRelease(_artefact: Artefact, _context: CheckContext): Problem[] {
  throw new Error('not yet')
}

/** Why an area cannot run in a console, a sentence each. */
export function misfitsOf(_contents: Pick<ReleaseContents, 'needs' | 'sharedNames'>, _host: HostFacts): string[] {
  throw new Error('not yet')
}

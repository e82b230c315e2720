import type { ReleaseDiff } from '@windlass/shared-kit/contract/release'
import type { Artefact } from './artefact.ts'

/** What one version of an area changes against another. */
export function diffReleases(
  _from: Pick<Artefact, 'contents' | 'release'>,
  _to: Pick<Artefact, 'contents' | 'release'>,
): ReleaseDiff {
  throw new Error('not yet')
}

import type { ReleaseEvent } from '@windlass/shared-kit/contract/release'

type Kind = ReleaseEvent['kind']

/** Something that was done to a version; the database keeps its kind as text. */
interface Deed {
  remote: string
  version: string
  kind: string
}

const TAKING_BACK: readonly Kind[] = ['rollback', 'autoRollback']
const GIVING: readonly Kind[] = ['promote', 'canary', 'pin']

/** What has to be known of a history to tell what was taken back. */
export const ABOUT_WITHDRAWAL: readonly Kind[] = [...TAKING_BACK, ...GIVING]

const isOneOf = (kinds: readonly string[], kind: string): boolean => kinds.includes(kind)

/**
 * `<id>@<version>` of what was taken back and not given to anybody since: what came back is as good as any other version,
 * also after the next one took its place.
 * @param history oldest first
 */
export function withdrawnOf(history: readonly Deed[]): string[] {
  const about = history.filter(({ kind, version }) => version !== '' && isOneOf(ABOUT_WITHDRAWAL, kind))
  const latest = new Map(about.map((deed) => [`${deed.remote}@${deed.version}`, deed.kind]))
  return [...latest].filter(([, kind]) => isOneOf(TAKING_BACK, kind)).map(([name]) => name)
}

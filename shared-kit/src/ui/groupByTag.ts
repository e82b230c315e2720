import { isolated } from '../i18n/isolated.ts'
/** Something that can be chosen and carries tags. */
export interface Tagged {
  id: number
  name: string
  description?: string
  /** Found by searching, shown small: an address for example. */
  hint?: string
  tags: readonly string[]
}

/** One tag, or "" for what has none. */
export interface TagGroup {
  tag: string
  /** Everything with the tag. */
  ids: readonly number[]
  /** What is listed below it: everything is listed once, below the first of its tags. */
  listed: readonly Tagged[]
}

/** Puts what can be chosen below its tags, in the order of the alphabet, what has none at the end. */
export function groupByTag(things: readonly Tagged[]): TagGroup[] {
  const byName = new Intl.Collator(undefined, { numeric: true })
  const tags = [...new Set(things.flatMap((thing) => thing.tags))].sort(byName.compare)
  const sorted = [...things].sort((one, other) => byName.compare(one.name, other.name))
  const firstOf = ({ tags: own }: Tagged) => tags.find((tag) => own.includes(tag)) ?? ''
  const groups = tags.map((tag) => ({
    tag,
    ids: things.filter((thing) => thing.tags.includes(tag)).map(({ id }) => id),
    listed: sorted.filter((thing) => firstOf(thing) === tag),
  }))
  const untagged = sorted.filter((thing) => thing.tags.length === 0)
  if (untagged.length > 0) groups.push({ tag: '', ids: untagged.map(({ id }) => id), listed: untagged })
  return groups
}

/** Names are shown with what tells them apart. */
export const taggedLabel = ({ name, description }: Pick<Tagged, 'name' | 'description'>): string =>
  description ? `${isolated(name)} (${isolated(description)})` : name

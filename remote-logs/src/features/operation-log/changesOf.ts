/** One member of what was changed; undefined on the side where it is not there. */
export interface Change {
  name: string
  before: string | undefined
  after: string | undefined
}

function membersOf(json: string): ReadonlyMap<string, string> {
  if (json === '') return new Map()
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null) return new Map([['', json]])
  return new Map(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? member : JSON.stringify(member, undefined, 2),
    ]),
  )
}

/** What differs between two states that are kept as JSON; all of it when there is only one of them. */
export function changesOf(before: string, after: string): Change[] {
  const [old, fresh] = [membersOf(before), membersOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((name) => ({ name, before: old.get(name), after: fresh.get(name) }))
    .filter((change) => change.before !== change.after)
}

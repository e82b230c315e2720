/** What is chosen in a list: by name, because the list changes while it is read. */
export interface Selection {
  names: ReadonlySet<string>
  /** Where the keyboard stands; undefined before it was anywhere. */
  cursor: string | undefined
  /** Where a range begins. */
  anchor: string | undefined
}

export const NOTHING: Selection = { names: new Set(), cursor: undefined, anchor: undefined }

/** How a click or key is meant: alone, in addition (Ctrl, Cmd), or up to here (Shift). */
export type Reach = 'add' | 'only' | 'range' | 'range-add'

export function reachOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Reach {
  const isAdding = event.ctrlKey || event.metaKey
  if (event.shiftKey) return isAdding ? 'range-add' : 'range'
  return isAdding ? 'add' : 'only'
}

function between(names: readonly string[], one: string | undefined, other: string): string[] {
  const [from, to] = [one === undefined ? -1 : names.indexOf(one), names.indexOf(other)]
  if (from < 0) return [other]
  return names.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Chooses one row, or everything up to it. */
export function choose(selection: Selection, names: readonly string[], name: string, reach: Reach): Selection {
  if (reach === 'only') return { names: new Set([name]), cursor: name, anchor: name }
  if (reach === 'add') {
    const chosen = new Set(selection.names)
    if (!chosen.delete(name)) chosen.add(name)
    return { names: chosen, cursor: name, anchor: name }
  }
  const range = between(names, selection.anchor, name)
  const chosen = new Set(reach === 'range-add' ? [...selection.names, ...range] : range)
  return { names: chosen, cursor: name, anchor: selection.anchor ?? name }
}

/** Moves the cursor by a number of rows; Shift takes the selection along, Ctrl leaves it where it is. */
export function step(selection: Selection, names: readonly string[], by: number, reach: Reach): Selection {
  if (names.length === 0) return selection
  const at = selection.cursor === undefined ? -1 : names.indexOf(selection.cursor)
  const first = by > 0 ? 0 : names.length - 1
  const next = names[at < 0 ? first : Math.min(names.length - 1, Math.max(0, at + by))]
  if (next === undefined) return selection
  if (reach === 'add') return { ...selection, cursor: next }
  return choose(selection, names, next, reach)
}

export const chooseAll = (selection: Selection, names: readonly string[]): Selection => ({
  ...selection,
  names: new Set(names),
})

/** After the list was read again: what is gone is no longer chosen. */
export function keepThere(selection: Selection, names: readonly string[]): Selection {
  if (selection.names.size === 0 && selection.cursor === undefined) return selection
  const there = new Set(names)
  const isThere = (name: string | undefined) => (name !== undefined && there.has(name) ? name : undefined)
  return {
    names: new Set([...selection.names].filter((name) => there.has(name))),
    cursor: isThere(selection.cursor),
    anchor: isThere(selection.anchor),
  }
}

/** The first row after the cursor whose name begins so, around the end of the list: typing finds. */
export function findByStart(selection: Selection, names: readonly string[], start: string): string | undefined {
  const wanted = start.toLowerCase()
  const at = selection.cursor === undefined ? 0 : Math.max(0, names.indexOf(selection.cursor))
  // Another letter of the same word may stay where it is; the same letter again goes on.
  const from = start.length > 1 ? at : at + 1
  for (let offset = 0; offset < names.length; offset += 1) {
    const name = names[(from + offset) % names.length]
    if (name?.toLowerCase().startsWith(wanted)) return name
  }
  return undefined
}

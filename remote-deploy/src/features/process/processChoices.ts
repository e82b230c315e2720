/** Where a browser keeps what is pinned and what was used last; the spelling is that of existing browsers. */
const pinsKey = (projectId: number) => `${projectId}-pined-project-process`
const lastKey = (projectId: number) => `${projectId}-latest-use-process`

function readIds(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : []
  } catch {
    // Somebody else's text under this name is as good as none.
    return []
  }
}

/** The pinned processes that still exist. */
export const readPins = (projectId: number, known: readonly number[]): number[] =>
  readIds(localStorage.getItem(pinsKey(projectId))).filter((id) => known.includes(id))

export const writePins = (projectId: number, ids: readonly number[]): void =>
  localStorage.setItem(pinsKey(projectId), JSON.stringify(ids))

/** The process that was looked at last, when it still exists. */
export const readLast = (projectId: number, known: readonly number[]): number | undefined =>
  known.find((id) => String(id) === localStorage.getItem(lastKey(projectId)))

export const writeLast = (projectId: number, id: number): void => localStorage.setItem(lastKey(projectId), String(id))

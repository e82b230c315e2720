/** Where a pane is, where it was, and where Back came from. */
export interface PaneHistory {
  path: string
  back: readonly string[]
  forward: readonly string[]
}

const LIMIT = 100

export const historyAt = (path: string): PaneHistory => ({ path, back: [], forward: [] })

/** Opens another folder; the same one again is no step. */
export const visitPath = (history: PaneHistory, path: string): PaneHistory =>
  path === history.path ? history : { path, back: [...history.back, history.path].slice(-LIMIT), forward: [] }

/** Goes some steps back (below 0) or forward; stays where there are not so many. */
export function travel(history: PaneHistory, steps: number): PaneHistory {
  const line = [...history.back, history.path, ...history.forward]
  const at = history.back.length + steps
  const path = line[at]
  return path === undefined ? history : { path, back: line.slice(0, at), forward: line.slice(at + 1) }
}

/** The server knows the folder by another name (links, `..`): no step of the reader. */
export const renamePath = (history: PaneHistory, path: string): PaneHistory => ({ ...history, path })

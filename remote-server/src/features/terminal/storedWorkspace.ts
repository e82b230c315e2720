import { type PaneTree, panesOf } from './paneTree.ts'
import { EMPTY_WORKSPACE, type PaneSource, type Workspace } from './workspace.ts'

/** Where a tab of the browser keeps what was open, for one user in one namespace. */
export const storageKey = (namespaceId: number, userId: number) => `windlass-terminal.${namespaceId}.${userId}`

/** Set while a page shows it: whoever finds it set is a copy of that page, and must not take its sessions away. */
const liveKey = (key: string) => `${key}.live`

/** How many pages of this window hold it: while one makes room for the next, both do. */
const held = new Map<string, number>()

function hold(key: string, by: 1 | -1): void {
  const holders = (held.get(key) ?? 0) + by
  held.set(key, holders)
  if (holders > 0) sessionStorage.setItem(liveKey(key), '1')
  else sessionStorage.removeItem(liveKey(key))
}

/** Says that this page shows what is stored; answers how to take that back. */
export function claimWorkspace(key: string): () => void {
  const leave = () => sessionStorage.removeItem(liveKey(key))
  hold(key, 1)
  addEventListener('pagehide', leave)
  return () => {
    removeEventListener('pagehide', leave)
    hold(key, -1)
  }
}

/** Keeps what is open; a ticket is used up once it let somebody in, and is nobody else's business. */
export function storeWorkspace(key: string, { tabs, activeTab, panes }: Workspace): void {
  const kept = Object.entries(panes).map(([id, { serverId, serverName, session, folder }]) => [
    id,
    { serverId, serverName, session, folder },
  ])
  sessionStorage.setItem(key, JSON.stringify({ tabs, activeTab, panes: Object.fromEntries(kept) }))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function treeOf(value: unknown): PaneTree | undefined {
  if (!isObject(value)) return undefined
  if (typeof value['pane'] === 'string') return { pane: value['pane'] }
  const { direction, share } = value
  const [first, second] = [treeOf(value['first']), treeOf(value['second'])]
  if ((direction !== 'row' && direction !== 'column') || typeof share !== 'number' || !first || !second)
    return undefined
  return { direction, share, first, second }
}

function sourceOf(value: unknown): PaneSource | undefined {
  if (!isObject(value)) return undefined
  const { serverId, serverName, session, folder } = value
  if (typeof serverId !== 'number' || typeof serverName !== 'string') return undefined
  const text = (member: unknown) => (typeof member === 'string' ? member : undefined)
  return { serverId, serverName, session: text(session), folder: text(folder) }
}

/** What was open before the page was loaded again; nothing where it is still open elsewhere, or makes no sense. */
export function readWorkspace(key: string): Workspace {
  const isHeldHere = (held.get(key) ?? 0) > 0
  if (!isHeldHere && sessionStorage.getItem(liveKey(key)) !== null) return EMPTY_WORKSPACE
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isObject(value) || !Array.isArray(value['tabs']) || !isObject(value['panes'])) return EMPTY_WORKSPACE
    const sources = Object.entries(value['panes']).flatMap(([id, stored]) => {
      const source = sourceOf(stored)
      // Without a session there is nothing to come back to.
      return source?.session ? [[id, source] as const] : []
    })
    const panes = Object.fromEntries(sources)
    const tabs = value['tabs'].flatMap((tab: unknown) => {
      const tree = isObject(tab) ? treeOf(tab['tree']) : undefined
      if (!tree || !isObject(tab) || typeof tab['id'] !== 'string') return []
      const inside = panesOf(tree)
      const active = inside.find((pane) => pane === tab['active']) ?? inside[0] ?? ''
      return inside.every((pane) => pane in panes) ? [{ id: tab['id'], tree, active }] : []
    })
    const shown = tabs.find(({ id }) => id === value['activeTab']) ?? tabs.at(-1)
    const inTabs = new Set(tabs.flatMap(({ tree }) => panesOf(tree)))
    const used = sources.filter(([id]) => inTabs.has(id))
    return { tabs, activeTab: shown?.id, panes: Object.fromEntries(used) }
  } catch {
    // Not JSON: the same as nothing stored.
    return EMPTY_WORKSPACE
  }
}

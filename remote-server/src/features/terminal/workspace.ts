import { type PaneTree, panesOf, splitPane, withoutPane, withShare } from './paneTree.ts'

/** What a pane shows: a shell of its own, or a session that is there already. */
export interface PaneSource {
  serverId: number
  serverName: string
  /** The session it attaches to; absent while none was opened. */
  session?: string | undefined
  /** Where its shell is, as far as the shell says. */
  folder?: string | undefined
  /** Lets a guest in, once. */
  ticket?: string | undefined
}

/** One tab of the strip. */
interface Tab {
  id: string
  tree: PaneTree
  /** The pane that has the keyboard. */
  active: string
}

/** Everything that is open on the page. */
export interface Workspace {
  tabs: readonly Tab[]
  activeTab: string | undefined
  panes: Readonly<Record<string, PaneSource>>
}

export const EMPTY_WORKSPACE: Workspace = { tabs: [], activeTab: undefined, panes: {} }

export type Change =
  | { do: 'open'; pane: string; source: PaneSource }
  | { do: 'split'; pane: string; added: string; direction: 'row' | 'column' }
  | { do: 'close'; pane: string }
  | { do: 'show'; tab: string }
  | { do: 'focus'; pane: string }
  | { do: 'share'; tab: string; path: string; share: number }
  | { do: 'attached'; pane: string; source: PaneSource }
  | { do: 'detached'; pane: string }

/** The tab a pane is in. */
export const tabOf = (workspace: Workspace, pane: string): Tab | undefined =>
  workspace.tabs.find(({ tree }) => panesOf(tree).includes(pane))

const changeTab = (workspace: Workspace, id: string, change: (tab: Tab) => Tab): Workspace => ({
  ...workspace,
  tabs: workspace.tabs.map((tab) => (tab.id === id ? change(tab) : tab)),
})

function close(workspace: Workspace, pane: string): Workspace {
  const tab = tabOf(workspace, pane)
  if (!tab) return workspace
  const { [pane]: _closed, ...panes } = workspace.panes
  const tree = withoutPane(tab.tree, pane)
  if (tree) {
    const active = tab.active === pane ? (panesOf(tree)[0] ?? '') : tab.active
    return { ...changeTab(workspace, tab.id, () => ({ ...tab, tree, active })), panes }
  }
  const tabs = workspace.tabs.filter(({ id }) => id !== tab.id)
  return { tabs, panes, activeTab: workspace.activeTab === tab.id ? tabs.at(-1)?.id : workspace.activeTab }
}

function split(workspace: Workspace, { pane, added, direction }: Extract<Change, { do: 'split' }>): Workspace {
  const tab = tabOf(workspace, pane)
  const source = workspace.panes[pane]
  if (!tab || !source) return workspace
  const { serverId, serverName } = source
  const tree = splitPane(tab.tree, pane, direction, added)
  return {
    ...changeTab(workspace, tab.id, () => ({ ...tab, tree, active: added })),
    panes: { ...workspace.panes, [added]: { serverId, serverName } },
  }
}

function replace(workspace: Workspace, pane: string, source: PaneSource): Workspace {
  return pane in workspace.panes ? { ...workspace, panes: { ...workspace.panes, [pane]: source } } : workspace
}

/** What is open after something was done. */
export function changeWorkspace(workspace: Workspace, change: Change): Workspace {
  switch (change.do) {
    case 'open':
      return {
        tabs: [...workspace.tabs, { id: change.pane, tree: { pane: change.pane }, active: change.pane }],
        activeTab: change.pane,
        panes: { ...workspace.panes, [change.pane]: change.source },
      }
    case 'split':
      return split(workspace, change)
    case 'close':
      return close(workspace, change.pane)
    case 'show':
      return { ...workspace, activeTab: change.tab }
    case 'focus': {
      const tab = tabOf(workspace, change.pane)
      if (!tab || (tab.active === change.pane && workspace.activeTab === tab.id)) return workspace
      return { ...changeTab(workspace, tab.id, () => ({ ...tab, active: change.pane })), activeTab: tab.id }
    }
    case 'share':
      return changeTab(workspace, change.tab, (tab) => ({
        ...tab,
        tree: withShare(tab.tree, change.path, change.share),
      }))
    case 'attached':
      return replace(workspace, change.pane, change.source)
    case 'detached': {
      const { serverId, serverName } = workspace.panes[change.pane] ?? { serverId: 0, serverName: '' }
      return replace(workspace, change.pane, { serverId, serverName })
    }
  }
}

import { randomId } from '@windlass/shared-kit/http'
import { store, useNamespace, useUser } from '@windlass/shared-kit/session'
import { useUrlState } from '@windlass/shared-kit/ui'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { useServerOptions } from '../../components/useServerOptions.ts'
import type { LiveTerminal } from './LiveTerminal.ts'
import { panesOf } from './paneTree.ts'
import { claimWorkspace, readWorkspace, storageKey, storeWorkspace } from './storedWorkspace.ts'
import { type KeyWishes, terminalKeyHandler } from './terminalKeyHandler.ts'
import { useLiveTerminals } from './useLiveTerminals.ts'
import { useSessionActions } from './useSessions.ts'
import { changeWorkspace, type PaneSource, type Workspace } from './workspace.ts'

/** Everything that is open, kept over a reload, and what can be done with it. */
export function useTerminals(wishes: KeyWishes) {
  const key = storageKey(useNamespace().id, useUser().id)
  const [workspace, change] = useReducer(changeWorkspace, key, readWorkspace)
  const sessions = useSessionActions()
  const servers = useServerOptions()
  const lives = useLiveTerminals(workspace.panes, {
    onSource: (pane, source) => change({ do: 'attached', pane, source }),
    onKey: (pane, event) => handleKey(pane, event),
    onPeople: () => void sessions.renew(),
  })
  useEffect(() => claimWorkspace(key), [key])
  useEffect(() => storeWorkspace(key, workspace), [key, workspace])

  const open = (source: PaneSource) => change({ do: 'open', pane: randomId(), source })
  const openServer = (serverId: number) => {
    const serverName = servers.data?.find(({ id }) => id === serverId)?.name ?? ''
    open({ serverId, serverName })
  }
  const split = (pane: string, direction: 'row' | 'column') =>
    change({ do: 'split', pane, added: randomId(), direction })
  const show = (tab: string) => {
    change({ do: 'show', tab })
    const active = workspace.tabs.find(({ id }) => id === tab)?.active
    lives.get(active ?? '')?.focus()
  }
  const focus = (pane: string | undefined) => {
    if (pane === undefined) return
    change({ do: 'focus', pane })
    lives.get(pane)?.focus()
  }

  const handleKey = terminalKeyHandler({ workspace, lives, show, focus, split, ...wishes })
  useAddress(open, openServer, servers.data !== undefined)
  return {
    workspace,
    lives,
    change,
    open,
    openServer,
    split,
    show,
    focus,
    close: (pane: string) => change({ do: 'close', pane }),
  }
}

/** Opens what the address asks for, once: a server of another page's link, or the session somebody shared. */
function useAddress(open: (source: PaneSource) => void, openServer: (id: number) => void, knowsServers: boolean) {
  const url = useUrlState({ serverId: '', session: '', ticket: '' })
  const { serverId, session, ticket } = url.values
  const take = useEffectEvent(() => {
    if (session !== '') open({ serverId: 0, serverName: '', session, ...(ticket !== '' && { ticket }) })
    else if (Number(serverId) > 0) openServer(Number(serverId))
    // A reload must not open it again, and a ticket must not stay in the history.
    url.change({ serverId: '', session: '', ticket: '' })
  })
  const isAsked = session !== '' || (serverId !== '' && knowsServers)
  useEffect(() => {
    if (isAsked) take()
  }, [isAsked])
}

/** The panes in which something runs that would be lost or left behind. */
export function runningPanes(lives: ReadonlyMap<string, LiveTerminal>, panes: readonly string[]): LiveTerminal[] {
  return panes.flatMap((pane) => {
    const live = lives.get(pane)
    if (!live || live.isGuest) return []
    const { phase } = store.get(live.stateAtom).link
    return phase === 'open' || phase === 'reconnecting' ? [live] : []
  })
}

/** All panes of a tab. */
export const panesOfTab = (workspace: Workspace, tab: string): string[] => {
  const found = workspace.tabs.find(({ id }) => id === tab)
  return found ? panesOf(found.tree) : []
}

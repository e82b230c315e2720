import type { LiveTerminal } from './LiveTerminal.ts'
import { neighbourOf, type Side } from './paneTree.ts'
import { copySelection } from './terminalActions.ts'
import { type KeyAction, keyAction } from './terminalKeys.ts'
import { zoom } from './terminalSettings.ts'
import { tabOf, type Workspace } from './workspace.ts'

const SIDES: Partial<Record<KeyAction, Side>> = { goLeft: 'left', goRight: 'right', goUp: 'up', goDown: 'down' }

/** What keys want that is not about one terminal. */
export interface KeyWishes {
  /** Somebody wants panes closed; the page asks where something still runs. */
  onClose: (panes: readonly string[]) => void
  /** The keyboard leaves the terminals: to the strip above, the line below, the choice of a server, the help. */
  onLeave: (to: 'strip' | 'line' | 'picker' | 'keys') => void
}

interface Place extends KeyWishes {
  workspace: Workspace
  lives: ReadonlyMap<string, LiveTerminal>
  show: (tab: string) => void
  focus: (pane: string) => void
  split: (pane: string, direction: 'row' | 'column') => void
}

/** To the pane on one side, else to the next tab, the strip or the line. */
function go({ workspace, show, focus, onLeave }: Place, pane: string, side: Side): void {
  const tab = tabOf(workspace, pane)
  if (!tab) return
  const neighbour = neighbourOf(tab.tree, pane, side)
  if (neighbour !== undefined) return focus(neighbour)
  if (side === 'up') return onLeave('strip')
  if (side === 'down') return onLeave('line')
  const index = workspace.tabs.indexOf(tab) + (side === 'left' ? -1 : 1)
  const next = workspace.tabs.at(index % workspace.tabs.length)
  if (next) show(next.id)
}

function act(place: Place, pane: string, live: LiveTerminal, action: KeyAction): void {
  const side = SIDES[action]
  if (side) return go(place, pane, side)
  const number = /^tab(\d)$/.exec(action)?.[1]
  const tab = number ? place.workspace.tabs[Number(number) - 1] : undefined
  if (tab) return place.show(tab.id)
  const rest: Partial<Record<KeyAction, () => void>> = {
    copy: () => void copySelection(live),
    find: () => live.patch({ isFinding: true }),
    larger: () => zoom(1),
    smaller: () => zoom(-1),
    usual: () => zoom(0),
    right: () => place.split(pane, 'row'),
    down: () => place.split(pane, 'column'),
    close: () => place.onClose([pane]),
    new: () => place.onLeave('picker'),
    keys: () => place.onLeave('keys'),
  }
  rest[action]?.()
}

/** What handles the keys in a terminal of the page; its answer tells whether the shell must not get them. */
export function terminalKeyHandler(place: Place): (pane: string, event: KeyboardEvent) => boolean {
  return (pane, event) => {
    const action = keyAction(event)
    const live = place.lives.get(pane)
    if (!action || !live) return false
    // The browser itself pastes, also where no page may read the clipboard.
    if (action === 'paste') return true
    event.preventDefault()
    if (event.type === 'keydown') act(place, pane, live, action)
    return true
  }
}

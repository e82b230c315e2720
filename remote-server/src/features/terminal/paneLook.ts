import type { MarkState } from '@windlass/shared-kit/ui'
import type { PaneState } from './paneState.ts'
import type { LinkState } from './TerminalLink.ts'

/** How a connection looks at a glance. */
export function markOf(link: LinkState): MarkState {
  if (link.phase === 'open') return 'success'
  if (link.phase !== 'ended') return 'running'
  return link.reason === 'exit' || link.reason === 'closed' || link.reason === 'taken' ? 'disabled' : 'failed'
}

const ORDER: readonly MarkState[] = ['failed', 'running', 'disabled', 'success']

/** Of several panes the one that somebody should look at. */
export function worstOf(states: readonly PaneState[]): PaneState | undefined {
  return states.toSorted((one, other) => ORDER.indexOf(markOf(one.link)) - ORDER.indexOf(markOf(other.link)))[0]
}

/** Names that occur more than once get numbers. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const same = names.filter((other) => other === name).length
    const nth = names.slice(0, index).filter((other) => other === name).length + 1
    return same > 1 ? `${name} (${nth})` : name
  })
}

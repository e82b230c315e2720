import { usePageActive } from '@windlass/shared-kit/remote'
import { type CSSProperties, useRef } from 'react'
import { PaneDivider } from './PaneDivider.tsx'
import { type Box, boxesOf, dividersOf } from './paneTree.ts'
import { TerminalPane } from './TerminalPane.tsx'
import type { useTerminals } from './useTerminals.ts'

interface Props {
  terminals: ReturnType<typeof useTerminals>
  onClose: (pane: string) => void
  onShare: (pane: string) => void
}

const percent = (share: number) => `${share * 100}%`

/** A box as the style sheet takes it. */
const placed = ({ left, top, width, height }: Box): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
})

/** All panes of all tabs. They lie flat beside each other, so that no terminal is built anew when another one comes or goes. */
export function PaneArea({ terminals, onClose, onShare }: Props) {
  const { workspace, lives, change } = terminals
  const area = useRef<HTMLDivElement>(null)
  const isPageActive = usePageActive()
  const shown = workspace.tabs.find(({ id }) => id === workspace.activeTab)
  return (
    <div className="terminal-area" ref={area}>
      {workspace.tabs.flatMap((tab) =>
        [...boxesOf(tab.tree)].map(([id, box]) => {
          const live = lives.get(id)
          const isShown = tab === shown
          return (
            live && (
              <TerminalPane
                key={id}
                live={live}
                style={placed(box)}
                isShown={isShown}
                isVisible={isShown && isPageActive}
                isActive={isShown && isPageActive && tab.active === id}
                isAlone={'pane' in tab.tree}
                onFocus={() => change({ do: 'focus', pane: id })}
                onSplit={(direction) => terminals.split(id, direction)}
                onShare={() => onShare(id)}
                onClose={() => onClose(id)}
              />
            )
          )
        }),
      )}
      {shown &&
        dividersOf(shown.tree).map((divider) => (
          <PaneDivider
            key={divider.path}
            divider={divider}
            area={area}
            onMove={(share) => change({ do: 'share', tab: shown.id, path: divider.path, share })}
          />
        ))}
    </div>
  )
}

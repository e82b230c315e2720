import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardGroup, Grouping } from './arrangeBoard.ts'
import { BoardCard } from './BoardCard.tsx'
import type { OnBoardAction } from './boardAction.ts'
import type { BoardRow } from './boardRow.ts'

const CARD_MIN_PX = 320
const GAP_PX = 12
const CARD_PX = 148
const HEADING_PX = 40
const OVERSCAN_LINES = 4

interface Props {
  groups: readonly BoardGroup[]
  grouping: Grouping
  pinned: readonly number[]
  onAction: OnBoardAction
}

type Line = { key: string; heading: BoardGroup } | { key: string; rows: readonly BoardRow[] }

/** Headings and rows of cards as one list of lines, because lines are what is drawn and skipped. */
function linesOf(groups: readonly BoardGroup[], columns: number, hasHeadings: boolean): Line[] {
  return groups.flatMap((group) => {
    const lines: Line[] = hasHeadings ? [{ key: `h${group.key}`, heading: group }] : []
    for (let start = 0; start < group.rows.length; start += columns) {
      lines.push({ key: `${group.key}-${start}`, rows: group.rows.slice(start, start + columns) })
    }
    return lines
  })
}

/** How many cards fit side by side, and what scrolls. */
function useGrid() {
  const holder = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(3)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setColumns(Math.max(1, Math.floor((element.clientWidth + GAP_PX) / (CARD_MIN_PX + GAP_PX))))
      setOffset(element.offsetTop)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { holder, columns, offset, scroller: () => holder.current?.closest<HTMLElement>('.page') ?? null }
}

/** The board as cards; only what the window shows is drawn, so that a thousand projects scroll like ten. */
export function BoardCards({ groups, grouping, pinned, onAction }: Props) {
  const { holder, columns, offset, scroller } = useGrid()
  const lines = useMemo(() => linesOf(groups, columns, grouping !== 'none'), [groups, columns, grouping])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: scroller,
    estimateSize: (index) => (lines[index] && 'heading' in lines[index] ? HEADING_PX : CARD_PX) + GAP_PX,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: OVERSCAN_LINES,
    scrollMargin: offset,
  })
  return (
    <div ref={holder} className="dp-cards" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index]
        if (!line) return null
        return (
          <div key={key} className="dp-line" style={{ transform: `translateY(${start - offset}px)` }}>
            {'heading' in line ? (
              <Heading group={line.heading} grouping={grouping} />
            ) : (
              <div className="dp-grid" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                {line.rows.map((item) => (
                  <BoardCard
                    key={item.row.id}
                    item={item}
                    isPinned={pinned.includes(item.row.id)}
                    onAction={onAction}
                  />
                ))}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}

function Heading({ group, grouping }: { group: BoardGroup; grouping: Grouping }) {
  const { t } = useTranslation('deploy')
  const name = grouping === 'environment' ? t(`environment.${group.key}`) : group.key || t('board.noLabel')
  return (
    <h2 className="dp-group">
      {name} <span className="wl-faint">{group.rows.length}</span>
    </h2>
  )
}

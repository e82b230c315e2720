import { useTranslation } from '@windlass/shared-kit/i18n'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { Divider } from './paneTree.ts'

interface Props {
  divider: Divider
  area: RefObject<HTMLElement | null>
  onMove: (share: number) => void
}

const STEP = 0.02
const EVEN = 0.5

/** The line between two panes; it is dragged, moved by the arrows, and put in the middle by a double click. */
export function PaneDivider({ divider, area, onMove }: Props) {
  const { t } = useTranslation('server')
  const { direction, share, box } = divider
  const isRow = direction === 'row'
  const at = isRow ? box.left + box.width * share : box.top + box.height * share

  const handleMove = (event: PointerEvent<HTMLDivElement>) => {
    const rect = area.current?.getBoundingClientRect()
    if (!rect || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const [from, whole] = isRow ? [rect.left, rect.width] : [rect.top, rect.height]
    const along = ((isRow ? event.clientX : event.clientY) - from) / whole
    onMove((along - (isRow ? box.left : box.top)) / (isRow ? box.width : box.height))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = isRow
      ? { ArrowLeft: -STEP, ArrowRight: STEP }
      : { ArrowUp: -STEP, ArrowDown: STEP }
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Home') return
    event.preventDefault()
    onMove(step === undefined ? EVEN : share + step)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a border that is moved is a control, which hr is not
      role="separator"
      className="terminal-divider"
      data-direction={direction}
      tabIndex={0}
      aria-label={t('terminal.divider')}
      title={t('terminal.dividerHint')}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      style={
        isRow
          ? { left: `${at * 100}%`, top: `${box.top * 100}%`, height: `${box.height * 100}%` }
          : { top: `${at * 100}%`, left: `${box.left * 100}%`, width: `${box.width * 100}%` }
      }
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      onDoubleClick={() => onMove(EVEN)}
      onKeyDown={handleKeyDown}
    />
  )
}

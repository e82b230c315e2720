import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useRef } from 'react'
import { type LogLine, withoutEscapes } from './readLog.ts'
import { placeOf } from './shownLines.ts'

const LINE_PX = 20
const OVERSCAN = 20

interface Props {
  lines: readonly LogLine[]
  isWrapped: boolean
  /** Several servers speak, so each line says which. */
  hasServers: boolean
  /** Keeps the end in sight while lines arrive. */
  isFollowing: boolean
  /** Number of the line that the address points to; 0 for none. */
  marked: number
  onMark: (number: number) => void
  onScrolledUp: () => void
}

/** Lines of a log, of which only what can be seen is drawn. */
export function LogLines({ lines, isWrapped, hasServers, isFollowing, marked, onMark, onScrolledUp }: Props) {
  const { t } = useTranslation('deploy')
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => lines[index]?.number ?? index,
    overscan: OVERSCAN,
  })
  const last = lines.length - 1
  const target = placeOf(lines, marked)
  useEffect(() => {
    if (isFollowing && last >= 0) virtual.scrollToIndex(last, { align: 'end' })
  }, [isFollowing, last, virtual])
  useEffect(() => {
    if (target >= 0) virtual.scrollToIndex(target, { align: 'center' })
  }, [target, virtual])

  return (
    // A place that scrolls must be reachable from the keyboard; its role says what it is.
    <div
      ref={scroller}
      className={isWrapped ? 'dp-lines dp-lines-wrapped' : 'dp-lines'}
      role="log"
      aria-live="off"
      aria-label={t('detail.log')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      onWheel={(event) => event.deltaY < 0 && onScrolledUp()}
    >
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          return (
            line && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="dp-logline"
                data-stream={line.stream}
                data-marked={line.number === marked}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t('detail.linkTo', { number: line.number })}
                  onClick={() => onMark(line.number)}
                >
                  {line.number}
                </button>
                {hasServers && line.serverName && <span className="dp-logserver">{line.serverName}</span>}
                <span className="dp-logtext">{withoutEscapes(line.text)}</span>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MouseEvent, useId } from 'react'
import { JsonLineView } from './JsonLineView.tsx'
import { ROW_PX, type RowScroller } from './useRowScroller.ts'
import type { TreeCursor } from './useTreeCursor.ts'
import type { LoadedRows } from './useTreeRows.ts'

interface Props {
  loaded: LoadedRows
  scroller: RowScroller
  cursor: TreeCursor
  hit: RegExp | undefined
}

/** Shift asks for a path here; the browser would mark the text up to the last click. */
function keepSelection(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** The document as a tree; only the lines in sight are here. */
export function JsonTree({ loaded, scroller: { box, height, shift, handleScroll }, cursor, hit }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const handleClick = (event: MouseEvent) => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
    if (line) cursor.click(Number(line.dataset.line), event)
  }
  const isActiveHere = cursor.active >= loaded.from && cursor.active < loaded.from + loaded.rows.length
  return (
    <>
      <div
        ref={box}
        className="json-tree"
        role="tree"
        tabIndex={0}
        aria-label={t('json.tree')}
        aria-multiselectable="true"
        aria-activedescendant={isActiveHere ? `${id}-${cursor.active}` : undefined}
        aria-describedby={`${id}-help`}
        data-searched={hit !== undefined}
        onScroll={handleScroll}
        onMouseDown={keepSelection}
        onClick={handleClick}
        onKeyDown={cursor.press}
      >
        <div role="none" style={{ height: height }}>
          {loaded.rows.map((row, at) => {
            const line = loaded.from + at
            return (
              <JsonLineView
                key={line}
                id={`${id}-${line}`}
                line={line}
                row={row}
                isActive={line === cursor.active}
                top={line * ROW_PX + shift}
                hit={hit}
              />
            )
          })}
        </div>
      </div>
      <small id={`${id}-help`} className="wl-faint">
        {t('json.help')}
      </small>
    </>
  )
}

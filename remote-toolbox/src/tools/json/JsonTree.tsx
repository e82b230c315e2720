import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MouseEvent, useId, useRef } from 'react'
import { JsonFoot } from './JsonFoot.tsx'
import { JsonLineView } from './JsonLineView.tsx'
import type { JsonNode } from './readJson.ts'
import type { useJsonTree } from './useJsonTree.ts'
import { useTreeCursor } from './useTreeCursor.ts'

interface Props {
  nodes: readonly JsonNode[]
  tree: ReturnType<typeof useJsonTree>
}

/** Shift asks for a path here; the browser would mark the text up to the last click. */
function keepSelection(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** The document as a tree; only the lines in sight are drawn. */
export function JsonTree({ nodes, tree }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const cursor = useTreeCursor(nodes, tree, box)
  const handleClick = (event: MouseEvent) => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
    if (line) cursor.click(Number(line.dataset.line), event)
  }
  return (
    <>
      <div
        ref={box}
        className="json-tree"
        role="tree"
        tabIndex={0}
        aria-label={t('json.tree')}
        aria-activedescendant={`${id}-${cursor.active}`}
        aria-describedby={`${id}-help`}
        onMouseDown={keepSelection}
        onClick={handleClick}
        onKeyDown={cursor.press}
      >
        <div role="none" style={{ height: cursor.height }}>
          {cursor.inSight.map(({ key, index: place, start }) => {
            const line = tree.lines[place]
            const node = line && nodes[line.index]
            if (!line || !node) return null
            return (
              <JsonLineView
                key={key}
                id={`${id}-${place}`}
                line={place}
                node={node}
                isClosing={line.isClosing}
                isCollapsed={tree.collapsed.has(line.index)}
                isMarked={tree.marked.has(line.index)}
                isActive={place === cursor.active}
                isLast={node.parent < 0 || node.place + 1 === nodes[node.parent]?.size}
                top={start}
              />
            )
          })}
        </div>
      </div>
      <JsonFoot
        nodes={nodes}
        pathIndex={cursor.pathIndex}
        onMark={() => tree.mark(cursor.index)}
        onPath={() => cursor.showPath(cursor.index)}
      />
      <small id={`${id}-help`} className="wl-faint">
        {t('json.help')}
      </small>
    </>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { JsonLineView } from './JsonLineView.tsx'
import { pathOf } from './jsonTree.ts'
import type { JsonNode } from './readJson.ts'
import type { useJsonTree } from './useJsonTree.ts'

const LINE_PX = 22
const PAGE_LINES = 16
const OVERSCAN_LINES = 12

interface Props {
  nodes: readonly JsonNode[]
  tree: ReturnType<typeof useJsonTree>
}

/** The document as a tree; only the lines in sight are drawn. */
export function JsonTree({ nodes, tree }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setActive] = useState(0)
  const [pathIndex, setPathIndex] = useState<number>()
  // Collapsing may have taken the line away that was active.
  const active = Math.min(chosen, tree.lines.length - 1)
  const index = tree.lines[active]?.index ?? 0
  const virtual = useVirtualizer({
    count: tree.lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN_LINES,
  })

  const go = (line: number) => {
    const next = Math.max(0, Math.min(tree.lines.length - 1, line))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const act = (target: number, { altKey, shiftKey }: { altKey: boolean; shiftKey: boolean }) => {
    if (altKey) tree.mark(target)
    else if (shiftKey) setPathIndex(target)
    else tree.toggle(target)
  }
  const handleClick = (line: number, event: MouseEvent) => {
    setActive(line)
    act(tree.lines[line]?.index ?? 0, event)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const node = nodes[index]
    const isOpen = node !== undefined && node.size > 0 && !tree.collapsed.has(index)
    const parentLine = tree.lines.findIndex((line) => line.index === node?.parent)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(active + PAGE_LINES),
      PageUp: () => go(active - PAGE_LINES),
      Home: () => go(0),
      End: () => go(tree.lines.length - 1),
      ArrowRight: () => (isOpen ? go(active + 1) : tree.toggle(index)),
      ArrowLeft: () => (isOpen ? tree.toggle(index) : go(Math.max(parentLine, 0))),
      Enter: () => act(index, event),
      ' ': () => act(index, event),
    }
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move()
  }
  return (
    <>
      <div
        ref={box}
        className="json-tree"
        role="tree"
        tabIndex={0}
        aria-label={t('json.tree')}
        aria-activedescendant={`${id}-${active}`}
        aria-describedby={`${id}-help`}
        onKeyDown={handleKeyDown}
      >
        <div role="none" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = tree.lines[item.index]
            const node = line && nodes[line.index]
            if (!line || !node) return null
            return (
              <JsonLineView
                key={item.key}
                id={`${id}-${item.index}`}
                node={node}
                isClosing={line.isClosing}
                isCollapsed={tree.collapsed.has(line.index)}
                isMarked={tree.marked.has(line.index)}
                isActive={item.index === active}
                isLast={node.parent < 0 || node.place + 1 === nodes[node.parent]?.size}
                top={item.start}
                onClick={(event) => handleClick(item.index, event)}
              />
            )
          })}
        </div>
      </div>
      <div className="json-foot">
        <Button size="small" onClick={() => tree.mark(index)}>
          {t('json.mark')}
        </Button>
        <Button size="small" onClick={() => setPathIndex(index)}>
          {t('json.showPath')}
        </Button>
        {pathIndex !== undefined && nodes[pathIndex] && <JsonPath path={pathOf(nodes, pathIndex)} />}
      </div>
      <small id={`${id}-help`} className="wl-faint">
        {t('json.help')}
      </small>
    </>
  )
}

function JsonPath({ path }: { path: string }) {
  const { t } = useTranslation('toolbox')
  return (
    <span className="json-path" role="status">
      <code className="wl-mono">{path}</code>
      <CopyButton text={path} label={t('copyOf', { name: t('json.path') })} />
    </span>
  )
}

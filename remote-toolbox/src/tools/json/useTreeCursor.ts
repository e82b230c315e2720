import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { JsonNode } from './readJson.ts'
import type { useJsonTree } from './useJsonTree.ts'

const LINE_PX = 22
const PAGE_LINES = 16
const OVERSCAN_LINES = 12

/** Which modifier keys were held. */
interface Modifiers {
  altKey: boolean
  shiftKey: boolean
}

type Box = RefObject<HTMLDivElement | null>

function useLinesInSight(count: number, box: Box) {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  return useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN_LINES,
  })
}

/** Where somebody is in the tree, what keys and clicks do there, and which lines are in sight. */
export function useTreeCursor(nodes: readonly JsonNode[], tree: ReturnType<typeof useJsonTree>, box: Box) {
  const [chosen, setChosen] = useState(0)
  const [pathIndex, setPathIndex] = useState<number>()
  // Collapsing may have taken the line away that was chosen.
  const active = Math.min(chosen, tree.lines.length - 1)
  const index = tree.lines[active]?.index ?? 0
  const virtual = useLinesInSight(tree.lines.length, box)

  const go = (line: number) => {
    const next = Math.max(0, Math.min(tree.lines.length - 1, line))
    setChosen(next)
    virtual.scrollToIndex(next)
  }
  const act = (target: number, { altKey, shiftKey }: Modifiers) => {
    if (altKey) tree.mark(target)
    else if (shiftKey) setPathIndex(target)
    else tree.toggle(target)
  }
  const press = (event: KeyboardEvent) => {
    const node = nodes[index]
    const isOpen = node !== undefined && node.size > 0 && !tree.collapsed.has(index)
    const goToParent = () =>
      go(
        Math.max(
          0,
          tree.lines.findIndex((line) => line.index === node?.parent),
        ),
      )
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(active + PAGE_LINES),
      PageUp: () => go(active - PAGE_LINES),
      Home: () => go(0),
      End: () => go(tree.lines.length - 1),
      ArrowRight: () => (isOpen ? go(active + 1) : tree.toggle(index)),
      ArrowLeft: () => (isOpen ? tree.toggle(index) : goToParent()),
      Enter: () => act(index, event),
      ' ': () => act(index, event),
    }
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move()
  }
  const click = (line: number, modifiers: Modifiers) => {
    setChosen(line)
    act(tree.lines[line]?.index ?? 0, modifiers)
  }
  return {
    active,
    /** Index of the node on the active line. */
    index,
    pathIndex,
    height: virtual.getTotalSize(),
    inSight: virtual.getVirtualItems(),
    showPath: setPathIndex,
    press,
    click,
  }
}

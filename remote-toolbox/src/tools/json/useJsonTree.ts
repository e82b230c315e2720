import { useMemo, useState } from 'react'
import { groupsOf, visibleLines } from './jsonTree.ts'
import type { JsonNode } from './readJson.ts'

const NONE: ReadonlySet<number> = new Set()

/** What is collapsed and marked in the tree of one document; another document starts afresh. */
export function useJsonTree(nodes: readonly JsonNode[]) {
  const [shown, setShown] = useState(nodes)
  const [collapsed, setCollapsed] = useState(NONE)
  const [marked, setMarked] = useState(NONE)
  if (shown !== nodes) {
    setShown(nodes)
    setCollapsed(NONE)
    setMarked(NONE)
  }
  const lines = useMemo(() => visibleLines(nodes, collapsed), [nodes, collapsed])
  return {
    lines,
    collapsed,
    marked,
    toggle: (index: number) => nodes[index]?.size && setCollapsed(collapsed.symmetricDifference(new Set([index]))),
    mark: (index: number) => setMarked(marked.symmetricDifference(new Set([index]))),
    expandAll: () => setCollapsed(NONE),
    collapseAll: () => setCollapsed(new Set(groupsOf(nodes))),
    unmarkAll: () => setMarked(NONE),
  }
}

import type { JsonNodes } from './JsonNodes.ts'
import type { JsonKind } from './jsonBytes.ts'
import { type JsonLine, nodeOf } from './jsonLines.ts'

/** A line cannot show more, and drawing megabytes takes seconds. Copying takes the whole text. */
const SHOWN_LENGTH = 500
/** No character takes more bytes per UTF-16 unit. */
const MOST_BYTES = SHOWN_LENGTH * 3
const decoder = new TextDecoder()

/** What can be true of a node besides what it says. */
export interface JsonFlags {
  isCollapsed: boolean
  isMarked: boolean
  /** Its key occurs more than once in its object. */
  isDuplicate: boolean
}

/** One line of the tree, with all that is needed to draw it. */
export interface JsonRow extends JsonFlags {
  node: number
  /** The group it is in; -1 for the root. */
  parent: number
  kind: JsonKind
  depth: number
  /** The key as written, quotes and escapes included; absent in arrays and on closing lines. */
  key?: string
  /** The value as written, long ones cut; "" for groups. */
  text: string
  /** How many values a group holds. */
  size: number
  /** The closing bracket of a group. */
  isClosing: boolean
  isLast: boolean
}

function shownText(nodes: JsonNodes, from: number, to: number): string {
  if (to - from <= SHOWN_LENGTH) return decoder.decode(nodes.bytes.subarray(from, to))
  const text = decoder.decode(nodes.bytes.subarray(from, Math.min(to, from + MOST_BYTES)))
  if (to - from <= MOST_BYTES && text.length <= SHOWN_LENGTH) return text
  // The cut must not leave half of a pair.
  return `${text.slice(0, SHOWN_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The lines of a tree as they are drawn. */
export function rowsOf(nodes: JsonNodes, lines: ArrayLike<JsonLine>, flagsOf: (node: number) => JsonFlags): JsonRow[] {
  return Array.from(lines, (line) => {
    const node = nodeOf(line)
    const isClosing = line < 0
    const kind = nodes.kindOf(node)
    const isGroup = kind === 'array' || kind === 'object'
    const key = isClosing ? undefined : nodes.keyOf(node)
    return {
      node,
      parent: nodes.parentOf(node),
      kind,
      depth: nodes.depthOf(node),
      ...(key && { key: shownText(nodes, key.from, key.to) }),
      text: isGroup ? '' : shownText(nodes, nodes.startOf(node), nodes.endOf(node)),
      size: nodes.sizeOf(node),
      isClosing,
      isLast: nodes.isLast(node),
      ...flagsOf(node),
    }
  })
}

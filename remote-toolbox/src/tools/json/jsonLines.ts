import type { Pause } from '../../work/pause.ts'
import type { JsonNodes } from './JsonNodes.ts'

const NODES_BETWEEN_PAUSES = 50_000

/** A line of the tree: the number of its node, or ~ that number for the closing bracket of a group. */
export type JsonLine = number

/** The node of a line. */
export const nodeOf = (line: JsonLine): number => (line < 0 ? ~line : line)

interface Wanted {
  nodes: JsonNodes
  /** Whether what is inside a group shows. */
  isOpen: (node: number) => boolean
  pause: Pause
}

/** The lines of one node and all that shows inside of it. */
export async function linesOf(root: number, { nodes, isOpen, pause }: Wanted): Promise<Int32Array> {
  const end = nodes.nextOf(root)
  const outside = nodes.parentOf(root)
  // Every node has a line, and open groups have a second one.
  const lines = new Int32Array(end - root + Math.min(end - root, nodes.groupCount))
  let count = 0
  let group = outside
  const closeUntil = (next: number) => {
    while (group !== outside && nodes.nextOf(group) <= next) {
      lines[count++] = ~group
      group = nodes.parentOf(group)
    }
  }
  for (let node = root, rest = 0; node < end; ) {
    closeUntil(node)
    lines[count++] = node
    if (nodes.sizeOf(node) === 0) node += 1
    else if (isOpen(node)) group = node++
    else node = nodes.nextOf(node)
    if (++rest % NODES_BETWEEN_PAUSES === 0) await pause()
  }
  closeUntil(end)
  return lines.subarray(0, count)
}

/** Where a line of the tree is in the text, which is the order of the lines. */
const positionOf = (nodes: JsonNodes, line: JsonLine) => (line < 0 ? nodes.endOf(~line) - 1 : nodes.startOf(line))

/** The place of the line that starts at a position of the text. */
export function placeAt(position: number, lines: Int32Array, nodes: JsonNodes): number {
  let [low, high] = [0, lines.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (positionOf(nodes, lines[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

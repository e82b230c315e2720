import type { JsonNode } from './readJson.ts'

/** One line of the tree: a value, the opening of a group, or its closing bracket. */
export interface JsonLine {
  /** Index of the node. */
  index: number
  isClosing: boolean
}

type Nodes = readonly JsonNode[]

const BRACKETS = { array: ['[', ']'], object: ['{', '}'], value: ['', ''] } as const
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const INDENT = '  '

/** The brackets around a group. */
export function bracketsOf({ kind }: JsonNode): readonly [string, string] {
  return BRACKETS[kind]
}

/** The lines that show while some groups are collapsed. */
export function visibleLines(nodes: Nodes, collapsed: ReadonlySet<number>): JsonLine[] {
  const lines: JsonLine[] = []
  /** Groups whose closing bracket is still to come. */
  const open: number[] = []
  const closeUntil = (index: number) => {
    for (let group = open.at(-1); group !== undefined && (nodes[group]?.end ?? 0) <= index; group = open.at(-1)) {
      lines.push({ index: group, isClosing: true })
      open.pop()
    }
  }
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index]
    if (!node) break
    closeUntil(index)
    lines.push({ index, isClosing: false })
    const isOpen = node.size > 0 && !collapsed.has(index)
    if (isOpen) open.push(index)
    index = isOpen || node.kind === 'value' ? index + 1 : node.end
  }
  closeUntil(nodes.length)
  return lines
}

/** Every group that can be collapsed. */
export function groupsOf(nodes: Nodes): number[] {
  return nodes.flatMap((node, index) => (node.size > 0 ? [index] : []))
}

/** The path to a node, `$.servers[0]["host name"]`. */
export function pathOf(nodes: Nodes, index: number): string {
  const steps: string[] = []
  for (let node = nodes[index]; node && node.parent >= 0; node = nodes[node.parent]) {
    steps.push(node.key === undefined ? `[${node.place}]` : stepOf(node.key))
  }
  return `$${steps.toReversed().join('')}`
}

function stepOf(key: string): string {
  // The parser has accepted this token as a string.
  const name = JSON.parse(key) as string
  return IDENTIFIER.test(name) ? `.${name}` : `[${key}]`
}

/** The document with two spaces for each level; keys and values stay as they were written. */
export function prettyText(nodes: Nodes): string {
  const isLast = (node: JsonNode) => node.parent < 0 || node.place === (nodes[node.parent]?.size ?? 0) - 1
  return visibleLines(nodes, new Set())
    .flatMap(({ index, isClosing }) => {
      const node = nodes[index]
      if (!node) return []
      const [opening, closing] = bracketsOf(node)
      const comma = isLast(node) ? '' : ','
      const indent = INDENT.repeat(node.depth)
      if (isClosing) return [`${indent}${closing}${comma}`]
      const key = node.key === undefined ? '' : `${node.key}: `
      if (node.kind === 'value') return [`${indent}${key}${node.text}${comma}`]
      return [`${indent}${key}${opening}${node.size > 0 ? '' : closing + comma}`]
    })
    .join('\n')
}

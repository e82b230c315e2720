/** One value of a document, or one bracketed group of values. Nodes stand in the order of the text. */
export interface JsonNode {
  kind: 'array' | 'object' | 'value'
  depth: number
  /** Index of the group it is in; -1 for the root. */
  parent: number
  /** Its place in that group, from 0. */
  place: number
  /** The key exactly as written, quotes and escapes included; absent in arrays. */
  key?: string
  /** The value exactly as written, so that long numbers keep every digit; "" for groups. */
  text: string
  /** How many values the group holds itself. */
  size: number
  /** Index of the first node behind all that is inside. */
  end: number
}

/** A document as nodes, or why there are none. */
export type JsonReading = { nodes: readonly JsonNode[] } | { problem: 'parser'; message: string } | { problem: 'root' }

const BLANK = /\s*/y
const WORD = /[^\s,:{}[\]"]+/y

/** Where the string that starts at `from` ends. By searching, because expressions overflow on strings of megabytes. */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote + 1
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0
  while (text[quote - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

function* tokensOf(text: string): Generator<string> {
  let position = 0
  while (true) {
    BLANK.lastIndex = position
    BLANK.test(text)
    position = BLANK.lastIndex
    if (position >= text.length) return
    const start = position
    WORD.lastIndex = position
    if (text[start] === '"') position = endOfString(text, start)
    else position = WORD.test(text) ? WORD.lastIndex : start + 1
    yield text.slice(start, position)
  }
}

/** Takes a document apart that the parser has accepted; a loop, because documents nest deeper than calls may. */
function nodesOf(text: string): JsonNode[] {
  const nodes: JsonNode[] = []
  let parent = -1
  let key: string | undefined
  let last = ''
  for (const token of tokensOf(text)) {
    const group = nodes[parent]
    if (token === ':') {
      key = last
    } else if (token === '}' || token === ']') {
      if (group) group.end = nodes.length
      parent = group?.parent ?? -1
    } else if (token !== ',') {
      const isKey = group?.kind === 'object' && key === undefined
      if (!isKey) {
        const kind = token === '{' ? 'object' : token === '[' ? 'array' : 'value'
        const depth = group ? group.depth + 1 : 0
        const node = { kind, depth, parent, place: group?.size ?? 0, key, size: 0, end: nodes.length + 1 } as const
        nodes.push({ ...node, text: kind === 'value' ? token : '' })
        if (group) group.size += 1
        if (kind !== 'value') parent = nodes.length - 1
        key = undefined
      }
    }
    last = token
  }
  return nodes
}

/** Reads a document for the tree. The browser's parser decides what is valid and says what is not. */
export function readJson(text: string): JsonReading {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    return { problem: 'parser', message: error instanceof Error ? error.message : String(error) }
  }
  if (typeof root !== 'object' || root === null) return { problem: 'root' }
  return { nodes: nodesOf(text) }
}

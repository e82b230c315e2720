import type { Pause } from '../../work/pause.ts'
import type { JsonNodes, Span } from './JsonNodes.ts'
import { BACKSLASH } from './jsonBytes.ts'

const KEYS_BETWEEN_PAUSES = 5000
const EMPTY = -1
/** FNV-1a with 32 bits. */
const HASH_SEED = 0x811c9dc5
const HASH_PRIME = 0x01000193

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** What a key stands for: one that is written with escapes may be the same as another without. */
function contentOf(bytes: Uint8Array, { from, to }: Span): Uint8Array {
  const written = bytes.subarray(from + 1, to - 1)
  if (!written.includes(BACKSLASH)) return written
  // The scanner has accepted this token as a string.
  const name = JSON.parse(decoder.decode(bytes.subarray(from, to))) as string
  // Half of a pair has no UTF-8 of its own.
  return encoder.encode(name.isWellFormed() ? name : JSON.stringify(name))
}

function hashOf(content: Uint8Array): number {
  let hash = HASH_SEED
  for (const byte of content) hash = Math.imul(hash ^ byte, HASH_PRIME)
  return hash >>> 0
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** The keys of one object: which node has a key first. */
class KeyTable {
  readonly #nodes: JsonNodes
  #slots = new Int32Array(16)
  #mask = 0

  constructor(nodes: JsonNodes) {
    this.#nodes = nodes
  }

  /** Forgets all keys and makes room for some. */
  clear(keys: number): void {
    const room = 2 ** Math.ceil(Math.log2(keys * 2))
    if (this.#slots.length < room) this.#slots = new Int32Array(room)
    this.#slots.fill(EMPTY, 0, room)
    this.#mask = room - 1
  }

  /** The node that has the same key already, or undefined after this one was added. */
  findOrAdd(node: number, key: Span): number | undefined {
    const { bytes } = this.#nodes
    const content = contentOf(bytes, key)
    for (let slot = hashOf(content) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const found = this.#slots[slot] ?? EMPTY
      const foundKey = found === EMPTY ? undefined : this.#nodes.keyOf(found)
      if (!foundKey) {
        this.#slots[slot] = node
        return undefined
      }
      if (isSame(content, contentOf(bytes, foundKey))) return found
    }
  }
}

/** All nodes whose key occurs more than once in their object, in the order of the text. */
export async function duplicatesOf(nodes: JsonNodes, pause: Pause): Promise<Int32Array> {
  const found = new Set<number>()
  const table = new KeyTable(nodes)
  let keys = 0
  for (let group = 0; group < nodes.count; group++) {
    if (nodes.sizeOf(group) < 2 || nodes.kindOf(group) !== 'object') continue
    table.clear(nodes.sizeOf(group))
    for (let node = group + 1; node < nodes.nextOf(group); node = nodes.nextOf(node)) {
      const key = nodes.keyOf(node)
      const first = key && table.findOrAdd(node, key)
      if (first !== undefined) found.add(first).add(node)
      if (++keys % KEYS_BETWEEN_PAUSES === 0) await pause()
    }
  }
  return Int32Array.from(found).sort()
}

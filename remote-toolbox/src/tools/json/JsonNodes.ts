import { BACKSLASH, type JsonKind, kindOf, QUOTE } from './jsonBytes.ts'
import { readLeaf } from './jsonTokens.ts'

/** Room for most documents without growing; memory that is never touched costs nothing. */
const BYTES_PER_NODE = 3
const BYTES_PER_GROUP = 32
const LEAST_ROOM = 64
/** Beyond what the text read so far lets expect. */
const SPARE = 1.1

function grown(column: Int32Array, room: number): Int32Array {
  const larger = new Int32Array(room)
  larger.set(column)
  return larger
}

/** From where to where something is written, in bytes. */
export interface Span {
  from: number
  to: number
}

/**
 * All values of a document in the order of the text, as columns of numbers: a document of 50 MB has millions of values,
 * and an object for each would take a gigabyte. Groups are arrays and objects; a value that is none is a leaf.
 */
export class JsonNodes {
  /** UTF-8 with one zero behind the text, so that readers stop there without counting. */
  readonly bytes: Uint8Array
  /** How many bytes the text has. */
  readonly length: number
  count = 0
  groupCount = 0
  /** While reading: the group that is open; -1 outside of all. */
  current = -1
  /** While reading: how many values the open group has so far. */
  #size = 0
  /** Where each value starts. */
  #start: Int32Array
  /** For a leaf: 1 + the group it is in. For a group: ~ its place in the columns of groups. */
  #link: Int32Array
  #groupParent: Int32Array
  #groupEnd: Int32Array
  #groupNext: Int32Array
  #groupSize: Int32Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.length = bytes.length - 1
    const room = Math.max(LEAST_ROOM, Math.ceil(bytes.length / BYTES_PER_NODE))
    const groupRoom = Math.max(LEAST_ROOM, Math.ceil(bytes.length / BYTES_PER_GROUP))
    this.#start = new Int32Array(room)
    this.#link = new Int32Array(room)
    this.#groupParent = new Int32Array(groupRoom)
    this.#groupEnd = new Int32Array(groupRoom)
    this.#groupNext = new Int32Array(groupRoom)
    this.#groupSize = new Int32Array(groupRoom)
  }

  /** Adds a leaf to the open group. */
  addLeaf(from: number): void {
    const node = this.count
    if (node === this.#start.length) this.#growNodes(from)
    this.#start[node] = from
    this.#link[node] = this.current + 1
    this.#size += 1
    this.count = node + 1
  }

  /** Adds a group to the open group and opens it. */
  openGroup(from: number): void {
    const node = this.count
    const group = this.groupCount
    this.addLeaf(from)
    if (group === this.#groupEnd.length) this.#growGroups(from)
    if (this.current >= 0) this.#groupSize[~(this.#link[this.current] ?? 0)] = this.#size
    this.#link[node] = ~group
    this.#groupParent[group] = this.current
    this.groupCount = group + 1
    this.current = node
    this.#size = 0
  }

  /** Closes the open group; its parent is open again. */
  closeGroup(to: number): void {
    const group = ~(this.#link[this.current] ?? 0)
    this.#groupEnd[group] = to
    this.#groupNext[group] = this.count
    this.#groupSize[group] = this.#size
    this.current = this.parentOf(this.current)
    this.#size = this.sizeOf(this.current)
  }

  /** As much room as the whole text needs if it goes on as until `position`. */
  #roomFor(count: number, position: number): number {
    const expected = (count / Math.max(position, 1)) * this.length
    return Math.ceil(Math.max(expected, count) * SPARE) + LEAST_ROOM
  }

  #growNodes(position: number): void {
    const room = this.#roomFor(this.count, position)
    this.#start = grown(this.#start, room)
    this.#link = grown(this.#link, room)
  }

  #growGroups(position: number): void {
    const room = this.#roomFor(this.groupCount, position)
    this.#groupParent = grown(this.#groupParent, room)
    this.#groupEnd = grown(this.#groupEnd, room)
    this.#groupNext = grown(this.#groupNext, room)
    this.#groupSize = grown(this.#groupSize, room)
  }

  /** The group the node is in; -1 for the root. */
  parentOf(node: number): number {
    const link = this.#link[node] ?? 0
    return link < 0 ? (this.#groupParent[~link] ?? -1) : link - 1
  }

  startOf(node: number): number {
    return this.#start[node] ?? 0
  }

  endOf(node: number): number {
    const link = this.#link[node] ?? 0
    // The scanner has read the leaf before: reading it once more is quick, and saves a column.
    return link < 0 ? (this.#groupEnd[~link] ?? 0) : readLeaf(this.bytes, this.startOf(node))
  }

  spanOf(node: number): Span {
    return { from: this.startOf(node), to: this.endOf(node) }
  }

  /** The first node behind all that is inside. */
  nextOf(node: number): number {
    const link = this.#link[node] ?? 0
    return link < 0 ? (this.#groupNext[~link] ?? 0) : node + 1
  }

  /** How many values a group holds itself; 0 for leaves. */
  sizeOf(node: number): number {
    const link = this.#link[node] ?? 0
    return link < 0 ? (this.#groupSize[~link] ?? 0) : 0
  }

  kindOf(node: number): JsonKind {
    return kindOf(this.bytes[this.startOf(node)] ?? 0)
  }

  /** Whether it is the last value of its group. */
  isLast(node: number): boolean {
    const parent = this.parentOf(node)
    return parent < 0 || this.nextOf(node) === this.nextOf(parent)
  }

  depthOf(node: number): number {
    let depth = 0
    for (let group = this.parentOf(node); group >= 0; group = this.parentOf(group)) depth += 1
    return depth
  }

  /** Where the key of a member is written, with its quotes. Read backwards, which saves a column. */
  keyOf(node: number): Span | undefined {
    const { bytes } = this
    const parent = this.parentOf(node)
    if (parent < 0 || this.kindOf(parent) !== 'object') return undefined
    let last = this.startOf(node) - 1
    // Only blanks and one colon stand between a key and its value.
    while (bytes[last] !== QUOTE) last -= 1
    let first = last - 1
    while (bytes[first] !== QUOTE || this.#isEscaped(first)) first -= 1
    return { from: first, to: last + 1 }
  }

  #isEscaped(position: number): boolean {
    let slashes = 0
    while (this.bytes[position - 1 - slashes] === BACKSLASH) slashes += 1
    return slashes % 2 === 1
  }

  /** The last node that starts at a byte or before it. */
  nodeAt(position: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.startOf(middle) <= position) low = middle
      else high = middle - 1
    }
    return low
  }
}

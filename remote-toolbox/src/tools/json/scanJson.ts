import type { Pause } from '../../work/pause.ts'
import { JsonNodes } from './JsonNodes.ts'
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE, skipBlanks } from './jsonBytes.ts'
import { readLeaf, readString } from './jsonTokens.ts'

// What may come next: numbers, because each token is asked.
const VALUE = 0
const VALUE_OR_END = 1
const KEY = 2
const KEY_OR_END = 3
const COMMA_OR_END = 4

/** Takes about a millisecond. */
const TOKENS_BETWEEN_PAUSES = 20_000

/** The values of a document, or the byte where the text stops being one. */
export type JsonScan = { nodes: JsonNodes } | { position: number }

/** Reads a key and its colon; answers where the value starts, or ~ where it is wrong. */
function readKey(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return ~from
  const end = readString(bytes, from)
  if (end < 0) return end
  const colon = skipBlanks(bytes, end)
  return bytes[colon] === COLON ? skipBlanks(bytes, colon + 1) : ~colon
}

/** A pass over a text that can rest between tokens. A loop and no recursion: documents nest deeper than calls may. */
class Scanner {
  readonly nodes: JsonNodes
  position = 0
  #next = VALUE
  #isObject = false

  constructor(bytes: Uint8Array) {
    this.nodes = new JsonNodes(bytes)
  }

  /** Whether all of the text was read, and one whole value was in it. */
  get isDone(): boolean {
    return this.position === this.nodes.length && this.#next === COMMA_OR_END && this.nodes.current < 0
  }

  /** Reads some tokens; false once no further one can be read. */
  read(tokens: number): boolean {
    const { bytes } = this.nodes
    let position = this.position
    for (let token = 0; token < tokens; token++) {
      const from = skipBlanks(bytes, position)
      position = this.#readToken(bytes, from)
      if (position < 0) {
        this.position = ~position
        return false
      }
    }
    this.position = position
    return true
  }

  #readToken(bytes: Uint8Array, from: number): number {
    if (this.#next === COMMA_OR_END) return this.#readBehindValue(bytes, from)
    if (this.#next === VALUE) return this.#readValue(bytes, from)
    const byte = bytes[from]
    const isEnd = byte === (this.#next === VALUE_OR_END ? CLOSE_ARRAY : CLOSE_OBJECT)
    if (isEnd && this.#next !== KEY) return this.#close(from)
    if (this.#next === VALUE_OR_END) return this.#readValue(bytes, from)
    const value = readKey(bytes, from)
    return value < 0 ? value : this.#readValue(bytes, value)
  }

  #readValue(bytes: Uint8Array, from: number): number {
    const byte = bytes[from]
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.nodes.openGroup(from)
      this.#isObject = byte === OPEN_OBJECT
      this.#next = this.#isObject ? KEY_OR_END : VALUE_OR_END
      return from + 1
    }
    const to = readLeaf(bytes, from)
    if (to < 0) return to
    this.nodes.addLeaf(from)
    this.#next = COMMA_OR_END
    return to
  }

  #readBehindValue(bytes: Uint8Array, from: number): number {
    if (this.nodes.current < 0) return ~from
    const byte = bytes[from]
    if (byte === COMMA) {
      this.#next = this.#isObject ? KEY : VALUE
      return from + 1
    }
    return byte === (this.#isObject ? CLOSE_OBJECT : CLOSE_ARRAY) ? this.#close(from) : ~from
  }

  #close(from: number): number {
    const { nodes } = this
    nodes.closeGroup(from + 1)
    this.#isObject = nodes.bytes[nodes.startOf(nodes.current)] === OPEN_OBJECT
    this.#next = COMMA_OR_END
    return from + 1
  }
}

/**
 * Finds all values of a text and checks it on the way: it accepts what JSON.parse accepts.
 * @param bytes UTF-8 with one zero behind it
 */
export async function scanJson(
  bytes: Uint8Array,
  pause: Pause,
  onProgress: (position: number) => void = () => undefined,
): Promise<JsonScan> {
  const scanner = new Scanner(bytes)
  while (scanner.read(TOKENS_BETWEEN_PAUSES)) {
    const resting = pause()
    if (resting) {
      onProgress(scanner.position)
      await resting
    }
  }
  return scanner.isDone ? { nodes: scanner.nodes } : { position: scanner.position }
}

import type { Pause } from '../../work/pause.ts'
import type { Span } from './JsonNodes.ts'
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isBlank,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipBlanks,
} from './jsonBytes.ts'
import { readString } from './jsonTokens.ts'

/** How a document is written out: indented, without any blank, or just as it was read. */
export type JsonForm = 'pretty' | 'minified' | 'written'

const PART_BYTES = 2 ** 20
const TOKENS_BETWEEN_PAUSES = 20_000
const INDENT = 2
const SPACE = 0x20

/** Collects bytes in parts. */
class Output {
  readonly #parts: Uint8Array<ArrayBuffer>[] = []
  #part = new Uint8Array(PART_BYTES)
  #length = 0
  #total = 0

  get length(): number {
    return this.#total + this.#length
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#part.length) return
    this.#parts.push(this.#part.subarray(0, this.#length))
    this.#total += this.#length
    this.#part = new Uint8Array(Math.max(PART_BYTES, bytes))
    this.#length = 0
  }

  byte(byte: number): void {
    this.#makeRoom(1)
    this.#part[this.#length++] = byte
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from)
    for (let at = from; at < to; at++) this.#part[this.#length++] = bytes[at] ?? 0
  }

  newLine(depth: number): void {
    const spaces = depth * INDENT
    this.byte(NEWLINE)
    this.#makeRoom(spaces)
    this.#part.fill(SPACE, this.#length, this.#length + spaces)
    this.#length += spaces
  }

  end(): Blob {
    return new Blob([...this.#parts, this.#part.subarray(0, this.#length)], { type: 'application/json' })
  }
}

const isOpening = (byte: number) => byte === OPEN_OBJECT || byte === OPEN_ARRAY
const isClosing = (byte: number) => byte === CLOSE_OBJECT || byte === CLOSE_ARRAY

/** Where a number or a word ends. */
function endOfWord(bytes: Uint8Array, from: number, to: number): number {
  let position = from
  while (position < to) {
    const byte = bytes[position] ?? 0
    if (byte === COMMA || isClosing(byte) || isBlank(byte)) break
    position += 1
  }
  return position
}

/** Writes out what was read before, token by token: nothing but the blanks between tokens changes. */
class Writer {
  readonly output = new Output()
  readonly #bytes: Uint8Array
  readonly #to: number
  readonly #isPretty: boolean
  #depth = 0

  constructor(bytes: Uint8Array, to: number, isPretty: boolean) {
    this.#bytes = bytes
    this.#to = to
    this.#isPretty = isPretty
  }

  /** Writes the token at a position; answers the position behind it. */
  write(from: number): number {
    const byte = this.#bytes[from] ?? 0
    if (byte === QUOTE) return this.#copy(from, readString(this.#bytes, from))
    if (isOpening(byte)) return this.#open(from, byte)
    if (isClosing(byte)) this.#newLine(-1)
    else if (byte !== COMMA && byte !== COLON) return this.#copy(from, endOfWord(this.#bytes, from, this.#to))
    this.output.byte(byte)
    if (byte === COMMA) this.#newLine(0)
    if (byte === COLON && this.#isPretty) this.output.byte(SPACE)
    return from + 1
  }

  #copy(from: number, to: number): number {
    this.output.copy(this.#bytes, from, to)
    return to
  }

  /** An empty group stays on its line. */
  #open(from: number, byte: number): number {
    this.output.byte(byte)
    const next = skipBlanks(this.#bytes, from + 1)
    const nextByte = this.#bytes[next] ?? 0
    if (!isClosing(nextByte)) {
      this.#newLine(1)
      return next
    }
    this.output.byte(nextByte)
    return next + 1
  }

  #newLine(deeper: number): void {
    this.#depth += deeper
    if (this.#isPretty) this.output.newLine(this.#depth)
  }
}

/** What to write, and how. */
export interface Writing {
  part: Span
  form: JsonForm
  /** How many bytes it may become; some documents become a thousand times as long with indentation. */
  most: number
}

/** Writes out a part of a document that is one value; undefined when it becomes too long. */
export async function writeJson(
  bytes: Uint8Array,
  { part, form, most }: Writing,
  pause: Pause,
): Promise<Blob | undefined> {
  if (form === 'written') {
    if (part.to - part.from > most) return undefined
    return new Blob([bytes.slice(part.from, part.to)], { type: 'application/json' })
  }
  const writer = new Writer(bytes, part.to, form === 'pretty')
  for (let position = part.from, tokens = 0; position < part.to; position = skipBlanks(bytes, position)) {
    position = writer.write(position)
    if (++tokens % TOKENS_BETWEEN_PAUSES === 0) await pause()
    if (writer.output.length > most) return undefined
  }
  return writer.output.end()
}

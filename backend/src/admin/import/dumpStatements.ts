import { createReadStream } from 'node:fs'

/** A statement of a dump by its place in the file. */
export interface StatementPlace {
  start: number
  end: number
  /** Its first bytes, enough to see what it is. */
  head: string
}

const HEAD_BYTES = 400
const [BACKSLASH, SEMICOLON, STAR, SLASH, HASH, DASH, NEWLINE] = [0x5c, 0x3b, 0x2a, 0x2f, 0x23, 0x2d, 0x0a]
const QUOTES: readonly number[] = [0x27, 0x22, 0x60]
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** Splits SQL into statements, byte by byte, so that neither its size nor what stands in texts matters. */
class StatementScanner {
  private quote = 0
  private comment: '' | 'line' | 'block' = ''
  private isEscaped = false
  private previous = 0
  private start = -1
  private head: number[] = []
  private position = 0

  /** Whether the file ends inside a statement. */
  get isOpen(): boolean {
    return this.start >= 0 || this.quote !== 0 || this.comment === 'block'
  }

  /** Takes more bytes and answers the statements that end in them. */
  *take(chunk: Buffer): Generator<StatementPlace> {
    for (const byte of chunk) {
      if (this.start >= 0 && this.head.length < HEAD_BYTES) this.head.push(byte)
      if (this.step(byte)) yield this.cut()
      this.position++
    }
  }

  private step(byte: number): boolean {
    const before = this.previous
    this.previous = byte
    if (this.comment !== '') return this.inComment(byte, before)
    if (this.quote !== 0) return this.inQuote(byte)
    if (QUOTES.includes(byte)) this.quote = byte
    else if (byte === HASH || (byte === DASH && before === DASH)) this.begin('line')
    else if (byte === STAR && before === SLASH) this.begin('block')
    else if (byte === SEMICOLON) return this.start >= 0
    if (this.start < 0 && !isBlank(byte) && this.comment === '' && byte !== DASH && byte !== SEMICOLON) {
      this.start = this.position
      this.head = [byte]
    }
    return false
  }

  /** A comment before a statement is none of it: `/` or `-` that seemed to begin one is taken back. */
  private begin(comment: 'line' | 'block'): void {
    this.comment = comment
    if (this.start === this.position - 1) this.start = -1
  }

  private inComment(byte: number, before: number): boolean {
    const isOver = this.comment === 'line' ? byte === NEWLINE : byte === SLASH && before === STAR
    if (isOver) {
      this.comment = ''
      this.previous = 0
    }
    return false
  }

  private inQuote(byte: number): boolean {
    if (this.isEscaped) this.isEscaped = false
    else if (byte === BACKSLASH && this.quote !== 0x60) this.isEscaped = true
    else if (byte === this.quote) this.quote = 0
    return false
  }

  private cut(): StatementPlace {
    const place = { start: this.start, end: this.position, head: Buffer.from(this.head).toString('latin1') }
    this.start = -1
    this.head = []
    return place
  }
}

/** Finds every statement of a dump. @throws Error when the file ends inside one */
export async function* dumpStatements(file: string): AsyncGenerator<StatementPlace> {
  const scanner = new StatementScanner()
  for await (const chunk of createReadStream(file)) yield* scanner.take(chunk as Buffer)
  if (scanner.isOpen) throw new Error('the file ends in the middle of a statement: it was cut off, make the dump again')
}

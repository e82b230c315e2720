import iconv from 'iconv-lite'

/** What stands in an INSERT: the columns if they are named, and the rows. */
export interface Insert {
  /** Undefined when the statement leaves them to the table. */
  columns: string[] | undefined
  rows: Generator<(string | null)[]>
}

const INSERT = /^(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\s+)*(?:INTO\s+)?/i
const NAME = /`(?:[^`]|``)+`|[A-Za-z0-9_$]+/y
const ESCAPES: Readonly<Record<string, string>> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' }
const WORD = /[A-Za-z0-9_.+-]+/y

const unquoted = (name: string) => (name.startsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name)

/** Reads SQL text whose letters are bytes; what stands between quotes is decoded on its own. */
class Reader {
  readonly #sql: string
  readonly #decode: (bytes: string) => string
  at = 0

  constructor(sql: string, decode: (bytes: string) => string) {
    this.#sql = sql
    this.#decode = decode
  }

  skipBlanks(): void {
    while (this.at < this.#sql.length && /\s/.test(this.#sql.charAt(this.at))) this.at++
  }

  /** Goes past a letter if it is the next one. */
  takes(letter: string): boolean {
    this.skipBlanks()
    if (this.#sql.charAt(this.at) !== letter) return false
    this.at++
    return true
  }

  takeWord(word: string): boolean {
    this.skipBlanks()
    if (this.#sql.slice(this.at, this.at + word.length).toUpperCase() !== word) return false
    this.at += word.length
    return true
  }

  require(letter: string): void {
    if (!this.takes(letter)) throw this.wrong(`"${letter}" is missing`)
  }

  match(pattern: RegExp): string {
    this.skipBlanks()
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#sql)?.[0]
    if (found === undefined) throw this.wrong('cannot be read')
    this.at += found.length
    return found
  }

  value(): string | null {
    this.skipBlanks()
    if (this.#sql.charAt(this.at) === "'") return this.text()
    const word = this.match(WORD)
    if (/^NULL$/i.test(word)) return null
    if (/^0x[0-9a-f]*$/i.test(word)) return this.#decode(Buffer.from(word.slice(2), 'hex').toString('latin1'))
    // A text may name its character set, and be written in hexadecimal digits.
    if (/^(?:_\w+|N)$/i.test(word)) return this.value()
    if (/^X$/i.test(word)) return this.#decode(Buffer.from(this.text(), 'hex').toString('latin1'))
    if (/^B$/i.test(word)) return String(Number.parseInt(this.text(), 2))
    return word
  }

  /** Texts that stand side by side with the quote doubled are one. */
  private text(): string {
    this.require("'")
    const pieces: string[] = []
    let from = this.at
    for (;;) {
      const letter = this.#sql.charAt(this.at)
      if (letter === '') throw this.wrong('a text has no end')
      if (letter === '\\') {
        const escaped = this.#sql.charAt(this.at + 1)
        // Before % and _ the backslash stays, as MySQL reads it.
        pieces.push(
          this.#sql.slice(from, this.at),
          ESCAPES[escaped] ?? (/[%_]/.test(escaped) ? `\\${escaped}` : escaped),
        )
        this.at += 2
        from = this.at
      } else if (letter === "'") {
        pieces.push(this.#sql.slice(from, this.at))
        this.at++
        if (this.#sql.charAt(this.at) !== "'") return this.#decode(pieces.join(''))
        from = this.at
        this.at++
      } else this.at++
    }
  }

  wrong(what: string): Error {
    return new Error(`an INSERT of the dump ${what} near ${JSON.stringify(this.#sql.slice(this.at, this.at + 60))}`)
  }
}

function* rowsOf(reader: Reader): Generator<(string | null)[]> {
  do {
    reader.require('(')
    const row: (string | null)[] = []
    if (!reader.takes(')')) {
      do row.push(reader.value())
      while (reader.takes(','))
      reader.require(')')
    }
    yield row
  } while (reader.takes(','))
}

const decoderOf = (charset: string) => {
  const isUtf8 = charset.startsWith('utf8') || charset === 'binary' || charset === 'ascii'
  // What MySQL calls latin1 is Windows' page 1252.
  return (bytes: string): string => {
    const buffer = Buffer.from(bytes, 'latin1')
    return isUtf8 ? buffer.toString('utf8') : iconv.decode(buffer, 'win1252')
  }
}

/** The table that a statement inserts into; undefined when it does something else. */
export function insertedTable(head: string): string | undefined {
  const begin = INSERT.exec(head)?.[0]
  if (begin === undefined) return undefined
  const names = head.slice(begin.length).match(/^(`(?:[^`]|``)+`|[\w$]+)(?:\s*\.\s*(`(?:[^`]|``)+`|[\w$]+))?/)
  return names ? unquoted(names[2] ?? names[1] ?? '') : undefined
}

/** Reads one INSERT. @param statement its bytes  @param charset of its texts, as MySQL calls it */
export function readInsert(statement: Buffer, charset: string): Insert {
  const sql = statement.toString('latin1')
  const reader = new Reader(sql, decoderOf(charset))
  reader.at = INSERT.exec(sql)?.[0].length ?? 0
  reader.match(NAME)
  if (reader.takes('.')) reader.match(NAME)
  let columns: string[] | undefined
  if (reader.takes('(')) {
    columns = []
    do columns.push(unquoted(reader.match(NAME)))
    while (reader.takes(','))
    reader.require(')')
  }
  if (!reader.takeWord('VALUES')) throw reader.wrong('has no VALUES')
  return { columns, rows: rowsOf(reader) }
}

/** A line that is longer is read in pieces. */
const LINE_CHARS = 4096
/** Control sequences as terminals know them: CSI, OSC and other strings, and the short ones. */
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])/y
/** A sequence that has begun and may go on in the next piece. */
const BEGUN = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]{0,4096}\x1b?|[ -/]*)$/y
/** Where the cursor goes elsewhere, another line begins. */
const MOVES = /[HfdJABEFST]$/

/** What a terminal showed, as lines without colours. */
export interface PlainLines {
  /** Takes output, and answers the lines it changed; the last one may go on. */
  read(text: string): string[]
}

/** @returns a reader that keeps what is not complete yet */
export function createPlainLines(): PlainLines {
  let line = ''
  let open = ''
  /** The line as it was told last. */
  let told = ''
  /** The next character takes the place of the line, as progress bars do it. */
  let isRewound = false
  let lines: string[] = []

  const tell = () => {
    if (line !== told && line !== '') lines.push(line)
    told = line
  }
  const finish = () => {
    tell()
    line = ''
    told = ''
    isRewound = false
  }
  const put = (char: string) => {
    if (isRewound) line = ''
    isRewound = false
    line += char
  }
  const take = (char: string) => {
    if (char === '\n' || line.length >= LINE_CHARS) finish()
    if (char === '\r') {
      tell()
      isRewound = true
    } else if (char === '\b') line = line.slice(0, -1)
    else if (char === '\t') put(' ')
    else if (char >= ' ' && char !== '\x7f') put(char)
  }
  /** Reads what begins with an escape character; answers its length, or 0 when it goes on in the next piece. */
  const skip = (text: string, at: number): number => {
    SEQUENCE.lastIndex = at
    const [sequence] = SEQUENCE.exec(text) ?? []
    BEGUN.lastIndex = at
    if (sequence === undefined && BEGUN.test(text)) return 0
    if (sequence?.startsWith('\x1b[') && MOVES.test(sequence)) finish()
    return sequence?.length ?? 1
  }

  return {
    read: (more) => {
      const text = open + more
      lines = []
      open = ''
      for (let at = 0; at < text.length; ) {
        const char = text.charAt(at)
        const length = char === '\x1b' ? skip(text, at) : 1
        if (length === 0) {
          open = text.slice(at)
          break
        }
        if (char !== '\x1b') take(char)
        at += length
      }
      tell()
      return lines
    },
  }
}

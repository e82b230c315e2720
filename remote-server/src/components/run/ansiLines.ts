/** A piece of a line that looks the same throughout. */
export interface AnsiPiece {
  text: string
  /** Classes of its look; "" for plain text. */
  look: string
  /** A colour beyond the sixteen. */
  colour?: string
}

interface Look {
  bold: boolean
  faint: boolean
  underline: boolean
  inverse: boolean
  /** 0–15, or a CSS colour. */
  front: number | string | undefined
  back: number | undefined
}

const PLAIN: Look = { bold: false, faint: false, underline: false, inverse: false, front: undefined, back: undefined }
/* oxlint-disable no-control-regex -- control characters are what is looked for */
/** Colours and weights; every other sequence (cursor, title, clipboard) is left out, so that output is only ever text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SEQUENCE =
  /\u001b\[([\d;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g
/* oxlint-enable no-control-regex */
const CUBE = [0, 95, 135, 175, 215, 255]

function indexed(index: number): number | string {
  if (index < 16) return index
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10
    return `rgb(${grey} ${grey} ${grey})`
  }
  const at = index - 16
  return `rgb(${CUBE[Math.floor(at / 36)]} ${CUBE[Math.floor(at / 6) % 6]} ${CUBE[at % 6]})`
}

const byte = (value: number | undefined) => Math.min(255, Math.max(0, value ?? 0))

/** Reads `38;5;n` and `38;2;r;g;b`; answers the colour and how many numbers it took. */
function extended(codes: readonly number[], at: number): [number | string | undefined, number] {
  if (codes[at] === 5) return [indexed(byte(codes[at + 1])), 2]
  if (codes[at] === 2) return [`rgb(${byte(codes[at + 1])} ${byte(codes[at + 2])} ${byte(codes[at + 3])})`, 4]
  return [undefined, 0]
}

function simple(look: Look, code: number): Look {
  if (code === 0) return PLAIN
  if (code === 1) return { ...look, bold: true }
  if (code === 2) return { ...look, faint: true }
  if (code === 4) return { ...look, underline: true }
  if (code === 7) return { ...look, inverse: true }
  if (code === 22) return { ...look, bold: false, faint: false }
  if (code === 24) return { ...look, underline: false }
  if (code === 27) return { ...look, inverse: false }
  if (code >= 30 && code <= 37) return { ...look, front: code - 30 }
  if (code >= 90 && code <= 97) return { ...look, front: code - 82 }
  if (code === 39) return { ...look, front: undefined }
  if (code >= 40 && code <= 47) return { ...look, back: code - 40 }
  if (code >= 100 && code <= 107) return { ...look, back: code - 92 }
  if (code === 49) return { ...look, back: undefined }
  return look
}

function apply(before: Look, words: string): Look {
  const codes = words.split(/[;:]/).map(Number)
  let look = before
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code !== 38 && code !== 48) {
      look = simple(look, code)
      continue
    }
    const [colour, taken] = extended(codes, at + 1)
    at += taken
    if (code === 38) look = { ...look, front: colour }
    else if (typeof colour === 'number') look = { ...look, back: colour }
  }
  return look
}

function pieceOf(text: string, look: Look): AnsiPiece {
  const words = [
    ...(['bold', 'faint', 'underline', 'inverse'] as const).filter((name) => look[name]),
    ...(typeof look.front === 'number' ? [`front${look.front}`] : []),
    ...(look.back === undefined ? [] : [`back${look.back}`]),
  ]
  const piece = { text, look: words.map((word) => `run-ansi-${word}`).join(' ') }
  return typeof look.front === 'string' ? { ...piece, colour: look.front } : piece
}

/** What a terminal would show of a line that is written over: progress bars begin it again and again. */
const lastOver = (line: string): string => {
  const shown = line.endsWith('\r') ? line.slice(0, -1) : line
  return shown.slice(shown.lastIndexOf('\r') + 1)
}

/** Output as lines of pieces, with the colours it asks for and without anything else it asks for. */
export function ansiLines(output: string): AnsiPiece[][] {
  let look = PLAIN
  const lines = output.split('\n').map((raw) => {
    const line = lastOver(raw)
    const pieces: AnsiPiece[] = []
    let end = 0
    const push = (text: string) => {
      const shown = text.replace(CONTROL, '�')
      if (shown !== '') pieces.push(pieceOf(shown, look))
    }
    for (const match of line.matchAll(SEQUENCE)) {
      push(line.slice(end, match.index))
      end = match.index + match[0].length
      if (match[1] !== undefined) look = apply(look, match[1])
    }
    push(line.slice(end))
    return pieces
  })
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines
}

/** A line without its looks. */
export const plainLine = (pieces: readonly AnsiPiece[]): string => pieces.map(({ text }) => text).join('')

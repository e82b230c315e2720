import type { FieldName } from './cronFields.ts'

/** What is wrong in the text of one field, and where in it. */
export interface FieldProblem {
  key: string
  values?: Readonly<Record<string, number | string>>
  from: number
  to: number
}

/** The values a field takes (Specification 2); 7 is Sunday too. Years have no limit there, but time has. */
export const RANGES: Readonly<Record<FieldName, readonly [least: number, most: number]>> = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  weekday: [0, 7],
  year: [1970, 9999],
}

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WORDS: Partial<Record<FieldName, readonly string[]>> = { month: MONTHS, weekday: WEEKDAYS }

/** The last value to which a step or a range around the end counts. */
const lastOf = (name: FieldName) => (name === 'weekday' ? 6 : RANGES[name][1])

interface Piece {
  name: FieldName
  text: string
  /** Where it stands in its field. */
  at: number
}

const wrong = ({ text, at }: Piece, key: string, values?: FieldProblem['values']): FieldProblem => ({
  key,
  ...(values && { values }),
  from: at,
  to: at + text.length,
})

const sub = (piece: Piece, text: string, at: number): Piece => ({ name: piece.name, text, at: piece.at + at })

function readValue(piece: Piece): number | FieldProblem {
  const { name, text } = piece
  const [least, most] = RANGES[name]
  const word = WORDS[name]?.indexOf(text.toLowerCase()) ?? -1
  if (text.length === 3 && word >= 0) return word
  if (text === '') return { key: 'missing', from: piece.at, to: piece.at + 1 }
  if (!/^\d+$/.test(text)) return wrong(piece, /[a-z]/i.test(text) && name in WORDS ? 'word' : 'character')
  const value = Number(text)
  return value >= least && value <= most ? value : wrong(piece, 'range', { least, most })
}

function steps(name: FieldName, from: number, to: number, by: number): number[] {
  const [least] = RANGES[name]
  const last = lastOf(name)
  const size = last - least + 1
  // A range that ends before it begins goes on from the start, as from Friday to Monday.
  const length = to >= from ? to - from : size - from + to
  return Array.from({ length: Math.floor(length / by) + 1 }, (_, index) => least + ((from + index * by - least) % size))
}

function readStep(piece: Piece, slash: number): number | FieldProblem {
  const text = piece.text.slice(slash + 1)
  const step = sub(piece, text, slash + 1)
  if (text === '') return { key: 'missing', from: step.at, to: step.at + 1 }
  if (!/^\d+$/.test(text)) return wrong(step, 'character')
  return Number(text) > 0 ? Number(text) : wrong(step, 'noStep')
}

/** A value, a range or every value, with or without a step; answers with what the planner understands. */
function readPlain(piece: Piece): string | FieldProblem {
  const { name, text } = piece
  const [least] = RANGES[name]
  const slash = text.indexOf('/')
  const by = slash < 0 ? 1 : readStep(piece, slash)
  if (typeof by === 'object') return by
  const base = slash < 0 ? text : text.slice(0, slash)
  const size = lastOf(name) - least + 1
  if (base === '*') return by >= size ? String(least) : by === 1 ? '*' : `*/${by}`
  const dash = base.indexOf('-')
  const from = readValue(sub(piece, dash < 0 ? base : base.slice(0, dash), 0))
  if (typeof from === 'object') return from
  if (dash < 0) {
    if (slash < 0) return String(from)
    return by >= size ? String(from) : `${from}-${Math.max(from, lastOf(name))}/${by}`
  }
  const to = readValue(sub(piece, base.slice(dash + 1), dash + 1))
  if (typeof to === 'object') return to
  if (to >= from && by < size) return slash < 0 ? `${from}-${to}` : `${from}-${to}/${by}`
  return steps(name, from, to, by).join(',')
}

/** The last day, the working day next to a day, and days counted from them. "" is right, but beyond the planner. */
function readSpecialDay(piece: Piece, isAlone: boolean): string | FieldProblem | undefined {
  const text = piece.text.toUpperCase()
  if (text === 'L') return 'L'
  const parts = /^(?:LW|WL|L-(\d{1,2})|(\d{1,2})W([+-]\d{1,2})?|W(\d{1,2}))$/.exec(text)
  if (!parts) return undefined
  if (!isAlone) return wrong(piece, 'alone')
  const number = Number(parts[1] ?? parts[2] ?? parts[4] ?? 1)
  if (number < 1 || number > 31) return wrong(piece, 'range', { least: 1, most: 31 })
  if (text === 'LW' || text === 'WL') return 'LW'
  return parts[1] || parts[3] ? '' : `${number}W`
}

/** The last or a counted weekday of the month. */
function readSpecialWeekday(piece: Piece, isAlone: boolean): string | FieldProblem | undefined {
  const text = piece.text.toUpperCase()
  if (text === 'L') return isAlone ? '6' : wrong(piece, 'alone')
  const parts = /^([A-Z]{3}|\d+)(?:#(\d*)|L)$/.exec(text)
  if (!parts) return undefined
  const [, word = '', count] = parts
  const value = readValue(sub(piece, piece.text.slice(0, word.length), 0))
  if (typeof value === 'object') return value
  if (count === undefined) return `${value % 7}L`
  if (Number(count) >= 1 && Number(count) <= 5) return `${value % 7}#${count}`
  return wrong(sub(piece, piece.text.slice(word.length + 1), word.length + 1), 'range', { least: 1, most: 5 })
}

function readPiece(piece: Piece, isAlone: boolean): string | FieldProblem {
  const { name, text } = piece
  if (text === '') return { key: 'comma', from: Math.max(piece.at - 1, 0), to: piece.at + 1 }
  if (text === '?') return isAlone && (name === 'day' || name === 'weekday') ? '*' : wrong(piece, 'question')
  if (text === '*' && !isAlone) return wrong(piece, 'every')
  const special =
    name === 'day'
      ? readSpecialDay(piece, isAlone)
      : name === 'weekday'
        ? readSpecialWeekday(piece, isAlone)
        : undefined
  return special ?? readPlain(piece)
}

/** Checks the text of one field and says it in the words of the planner; "" when the planner has none for it. */
export function readField(name: FieldName, text: string): string | FieldProblem {
  const plans: string[] = []
  let at = 0
  const pieces = text.split(',')
  for (const piece of pieces) {
    const read = readPiece({ name, text: piece, at }, pieces.length === 1)
    if (typeof read === 'object') return read
    plans.push(read)
    at += piece.length + 1
  }
  return plans.includes('') ? '' : plans.join(',')
}

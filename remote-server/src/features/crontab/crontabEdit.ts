import {
  type CrontabEntry,
  type CrontabLine,
  OFF_MARK,
  plainExpression,
  printCrontab,
  readCrontab,
} from '@windlass/shared-kit/contract/crontabText'

/*
 * Every change takes the text and answers the text. It touches the lines it is about and no other byte.
 */

/** An entry with the comment above it, which says what it is for. */
export interface EntryRow {
  /** Of its line, from 0. */
  index: number
  entry: CrontabEntry
  description: string
  /** Of the comment; the same as `index` without one. */
  first: number
}

/** What a form holds of an entry. */
export interface EntryFields {
  isOn: boolean
  expression: string
  command: string
  description: string
}

type Lines = { text: string; end: string }[]

/** The comment that every Debian crontab begins with names columns and describes nothing. */
const COLUMNS = /^[ \t]*#+[ \t]*m(in)?[ \t]+h/i
const SIGN = /^[ \t]*#+[ \t]?/

const descriptionOf = (line: CrontabLine | undefined): string =>
  line?.kind === 'comment' && !COLUMNS.test(line.text) && !line.text.startsWith(OFF_MARK)
    ? line.text.replace(SIGN, '').trim()
    : ''

/** The entries of a crontab, in its order. */
export function entryRows(raw: string): EntryRow[] {
  const lines = readCrontab(raw)
  return lines.flatMap((entry, index) => {
    if (entry.kind !== 'entry') return []
    const description = descriptionOf(lines[index - 1])
    return [{ index, entry, description, first: description === '' ? index : index - 1 }]
  })
}

/** Only the last line may do without an end. */
const print = (lines: Lines): string =>
  printCrontab(lines.map((line, at) => (line.end === '' && at < lines.length - 1 ? { ...line, end: '\n' } : line)))

const made = (text: string) => ({ text, end: '\n' })
/** A line holds no line feed; what somebody pastes may. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').trim()

function switchedOn({ text, lead, isOn }: CrontabEntry, wanted: boolean): string {
  if (isOn === wanted) return text
  if (!wanted) return OFF_MARK + text
  const mark = text.startsWith(OFF_MARK) ? OFF_MARK : (/^[ \t]*#+[ \t]*/.exec(lead)?.[0] ?? '')
  return text.slice(mark.length)
}

function entryText(entry: CrontabEntry, { expression, command, isOn }: EntryFields): string {
  const wanted = oneLine(expression)
  const isSame = plainExpression(entry.expression) === plainExpression(wanted)
  const text = [
    ...[entry.lead, isSame ? entry.expression : wanted, entry.gap, entry.user, entry.userGap],
    command === entry.command ? command : oneLine(command),
  ].join('')
  return switchedOn({ ...entry, text }, isOn)
}

/** Puts a new entry at the end. */
export function addEntry(raw: string, fields: EntryFields): string {
  const text = `${oneLine(fields.expression)} ${oneLine(fields.command)}`
  const description = oneLine(fields.description)
  return print([
    ...readCrontab(raw),
    ...(description === '' ? [] : [made(`# ${description}`)]),
    made(fields.isOn ? text : OFF_MARK + text),
  ])
}

/** Changes an entry and the comment above it, as far as they differ. */
export function changeEntry(raw: string, row: EntryRow, fields: EntryFields): string {
  const lines: Lines = readCrontab(raw)
  const description = oneLine(fields.description)
  const { entry, index, first } = row
  lines[index] = { text: entryText(entry, fields), end: entry.end }
  if (description === row.description) return print(lines)
  if (first === index) lines.splice(index, 0, made(`# ${description}`))
  else if (description === '') lines.splice(first, 1)
  else {
    const comment = lines[first]
    if (comment) lines[first] = { ...comment, text: (SIGN.exec(comment.text)?.[0] ?? '# ') + description }
  }
  return print(lines)
}

/** Comments an entry out, or takes the mark away again. */
export function switchEntry(raw: string, { index, entry }: EntryRow, isOn: boolean): string {
  const lines: Lines = readCrontab(raw)
  lines[index] = { text: switchedOn(entry, isOn), end: entry.end }
  return print(lines)
}

/** Puts a copy below it, switched off: two of the same seldom mean to run at once. */
export function duplicateEntry(raw: string, { first, index, entry }: EntryRow): string {
  const lines: Lines = readCrontab(raw)
  const copy = lines.slice(first, index + 1)
  copy[copy.length - 1] = { text: switchedOn(entry, false), end: entry.end }
  lines.splice(index + 1, 0, ...copy)
  return print(lines)
}

/** Takes it out with its comment. */
export function removeEntry(raw: string, { first, index }: EntryRow): string {
  const lines: Lines = readCrontab(raw)
  lines.splice(first, index - first + 1)
  return print(lines)
}

/** Moves it before the entry above it, or behind the one below it, with its comment. */
export function moveEntry(raw: string, row: EntryRow, step: -1 | 1): string {
  const rows = entryRows(raw)
  const at = rows.findIndex(({ index }) => index === row.index)
  const [upper, lower] = step < 0 ? [rows[at - 1], rows[at]] : [rows[at], rows[at + 1]]
  if (!upper || !lower) return raw
  const lines: Lines = readCrontab(raw)
  const moved = lines.splice(lower.first, lower.index - lower.first + 1)
  lines.splice(upper.first, 0, ...moved)
  return print(lines)
}

/** Changes a variable; one that needs it gets quotes. */
export function setVariable(raw: string, index: number | undefined, name: string, value: string): string {
  const plain = oneLine(value)
  const text = `${name.trim()}=${/^$|^["']|["']$|^\s|\s$/.test(plain) ? `"${plain}"` : plain}`
  const lines: Lines = readCrontab(raw)
  const line = index === undefined ? undefined : lines[index]
  if (index === undefined || !line) return print([made(text), ...lines])
  lines[index] = { ...line, text }
  return print(lines)
}

/** Takes a line out. */
export function removeLine(raw: string, index: number): string {
  const lines: Lines = readCrontab(raw)
  lines.splice(index, 1)
  return print(lines)
}

/** Gives every line the end that cron expects. */
export const plainEnds = (raw: string): string => printCrontab(readCrontab(raw).map(({ text }) => made(text)))

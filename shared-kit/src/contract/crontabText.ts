/*
 * The text of a crontab, read so that writing it again gives every byte back. A line is cut into what it is made of and
 * nothing is thrown away, so that whoever changes one part of one line changes nothing else.
 */

import { CRON_NICKNAMES } from './cronNicknames.ts'

/** A line that stands for itself. `unknown` is one that no cron understands. */
interface PlainLine {
  kind: 'blank' | 'comment' | 'unknown'
}

/** `NAME=value`, for all lines below it. */
interface VariableLine {
  kind: 'variable'
  name: string
  /** Without its quotes. */
  value: string
}

/** What is to be run when. The text of the line is lead, expression, gap, user, userGap and command in a row. */
interface EntryLine {
  kind: 'entry'
  /** False when it is commented out. */
  isOn: boolean
  /** Blanks, and the mark of one that is commented out. */
  lead: string
  /** Five fields as they are written, or a word such as @daily. */
  expression: string
  gap: string
  /** Whom it runs as, in files of the system; "" in the crontab of a user. */
  user: string
  userGap: string
  command: string
}

/** One line of a crontab. */
export type CrontabLine = {
  text: string
  /** What ends it: a line feed, with a carriage return before it, or nothing at the end of the text. */
  end: string
} & (PlainLine | VariableLine | EntryLine)

/** A line that runs something. */
export type CrontabEntry = CrontabLine & { kind: 'entry' }

/** What our own switch puts in front of an entry. */
export const OFF_MARK = '#windlass:off '

const BLANK = /^[ \t]*$/
const VARIABLE = /^[ \t]*(?:"([^"]*)"|'([^']*)'|([^ \t="'#][^ \t=]*))[ \t]*=[ \t]*(.*?)[ \t]*$/s
const WORD = '@[A-Za-z]+'
const FIVE = '[0-9*~][^ \\t]*(?:[ \\t]+[^ \\t]+){4}'
const ENTRY = new RegExp(`^([ \\t]*)(${WORD}|${FIVE})([ \\t]+)([^ \\t].*)$`, 's')
const BY_HAND = /^[ \t]*#+[ \t]*/
/** The picture of a line that explains the columns in many crontabs. */
const LEGEND = /\bcommand to be executed\b/i

/** Words that stand for five fields, and the one that no clock can tell. */
export const CRONTAB_WORDS: Readonly<Record<string, string>> = { ...CRON_NICKNAMES, '@reboot': '' }

/** The fields in their order, with the least and the largest number of each. */
export const CRONTAB_FIELDS = [
  { name: 'minute', least: 0, most: 59, words: '' },
  { name: 'hour', least: 0, most: 23, words: '' },
  { name: 'day', least: 1, most: 31, words: '' },
  { name: 'month', least: 1, most: 12, words: 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec' },
  { name: 'weekday', least: 0, most: 7, words: 'sun|mon|tue|wed|thu|fri|sat' },
] as const

type Field = (typeof CRONTAB_FIELDS)[number]

/** Why an expression is none: the key of a text, with the field and its part that are wrong. */
export interface ExpressionProblem {
  key: 'fields' | 'word' | 'part' | 'range' | 'order' | 'step'
  field?: Field['name']
  part: string
}

function numberOf(text: string, { least, most, words }: Field): number | undefined {
  if (/^\d+$/.test(text)) {
    const number = Number(text)
    return number >= least && number <= most ? number : undefined
  }
  const at = words === '' ? -1 : words.split('|').indexOf(text.toLowerCase())
  return at < 0 ? undefined : at + least
}

function partProblem(part: string, field: Field): ExpressionProblem | undefined {
  const wrong = (key: ExpressionProblem['key']) => ({ key, field: field.name, part })
  const match = /^(?:\*|([A-Za-z]+|\d+)(?:([-~])([A-Za-z]+|\d+))?|~)(?:\/(\d+))?$/.exec(part)
  if (!match) return wrong('part')
  const [, first, sign, last, step] = match
  if (step !== undefined && Number(step) === 0) return wrong('step')
  if (first === undefined) return undefined
  const from = numberOf(first, field)
  const to = last === undefined ? from : numberOf(last, field)
  if (from === undefined || to === undefined) return wrong(/\D/.test(first + (last ?? '')) ? 'part' : 'range')
  return sign !== undefined && from > to ? wrong('order') : undefined
}

/** What is wrong with an expression of a crontab; undefined when cron reads it. */
export function expressionProblem(expression: string): ExpressionProblem | undefined {
  const text = plainExpression(expression)
  if (text.startsWith('@')) {
    return Object.hasOwn(CRONTAB_WORDS, text.toLowerCase()) ? undefined : { key: 'word', part: text }
  }
  const parts = text.split(' ')
  if (parts.length !== CRONTAB_FIELDS.length) return { key: 'fields', part: text }
  for (const [index, field] of CRONTAB_FIELDS.entries()) {
    for (const part of (parts[index] ?? '').split(',')) {
      const problem = partProblem(part, field)
      if (problem) return problem
    }
  }
  return undefined
}

/** With one space between its fields. */
export const plainExpression = (expression: string): string => expression.trim().replaceAll(/[ \t]+/g, ' ')

interface ReadOptions {
  /** Files of the system name whom a line runs as. */
  hasUser?: boolean
}

function readEntry(text: string, lead: string, isOn: boolean, hasUser: boolean): EntryLine | undefined {
  const [, blanks = '', expression = '', gap = '', rest = ''] = ENTRY.exec(text) ?? []
  if (expression === '') return undefined
  const base = { kind: 'entry', isOn, lead: lead + blanks, expression, gap } as const
  if (!hasUser) return { ...base, user: '', userGap: '', command: rest }
  const [, user = '', userGap = '', command = ''] = /^([^ \t]+)([ \t]+)([^ \t].*)$/s.exec(rest) ?? []
  return user === '' ? undefined : { ...base, user, userGap, command }
}

/** An entry that is commented out: by our switch, or by hand and then only when it can be nothing else. */
function readOff(text: string, hasUser: boolean): EntryLine | undefined {
  if (text.startsWith(OFF_MARK)) return readEntry(text.slice(OFF_MARK.length), OFF_MARK, false, hasUser)
  const lead = BY_HAND.exec(text)?.[0] ?? ''
  const entry = readEntry(text.slice(lead.length), lead, false, hasUser)
  if (!entry || LEGEND.test(entry.command)) return undefined
  return expressionProblem(entry.expression) === undefined ? entry : undefined
}

function readVariable(text: string): VariableLine | undefined {
  const match = VARIABLE.exec(text)
  if (!match) return undefined
  const value = match[4] ?? ''
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  return { kind: 'variable', name: match[1] ?? match[2] ?? match[3] ?? '', value: quoted?.[2] ?? value }
}

function readLine(text: string, end: string, hasUser: boolean): CrontabLine {
  const bare = { text, end }
  if (BLANK.test(text)) return { ...bare, kind: 'blank' }
  if (/^[ \t]*#/.test(text)) return { ...bare, ...(readOff(text, hasUser) ?? { kind: 'comment' }) }
  return { ...bare, ...(readVariable(text) ?? readEntry(text, '', true, hasUser) ?? { kind: 'unknown' }) }
}

/** Reads a crontab; `printCrontab` of the answer is the same text, whatever it was. */
export function readCrontab(text: string, { hasUser = false }: ReadOptions = {}): CrontabLine[] {
  const lines: CrontabLine[] = []
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf('\n', at)
    const stop = feed < 0 ? text.length : feed
    const hasReturn = feed > at && text[feed - 1] === '\r'
    const end = feed < 0 ? '' : hasReturn ? '\r\n' : '\n'
    lines.push(readLine(text.slice(at, hasReturn ? stop - 1 : stop), end, hasUser))
    at = stop + 1
  }
  return lines
}

/** Writes it again. */
export const printCrontab = (lines: readonly Pick<CrontabLine, 'text' | 'end'>[]): string =>
  lines.map(({ text, end }) => text + end).join('')

/** The values of variables where a line stands, the last one of each name. */
export function variablesAt(lines: readonly CrontabLine[], index: number): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of lines.slice(0, index)) if (line.kind === 'variable') found.set(line.name, line.value)
  return found
}

/** What a shell gets of a command: cron turns the first bare `%` into the end of the command and the others into line feeds. */
export function shellCommand(command: string): { command: string; input: string | undefined } {
  const at = percentAt(command)
  const plain = (text: string) => text.replaceAll('\\%', '%')
  if (at < 0) return { command: plain(command), input: undefined }
  const input = command.slice(at + 1).replaceAll(/\\%|%/g, (found) => (found === '%' ? '\n' : '%'))
  return { command: plain(command.slice(0, at)), input: input.endsWith('\n') ? input : `${input}\n` }
}

/** Where the first `%` is that no backslash precedes; -1 without one. */
export function percentAt(command: string): number {
  for (let at = 0; at < command.length; at += 1) {
    if (command[at] === '\\') at += 1
    else if (command[at] === '%') return at
  }
  return -1
}

import { CRON_NICKNAMES } from '@windlass/shared-kit/contract/cronNicknames'
import { FIELDS, type FieldName } from './cronFields.ts'
import { readField } from './readField.ts'

/** Where a part stands in what somebody typed. */
export interface Span {
  start: number
  end: number
}

export interface CronField extends Span {
  name: FieldName
  text: string
  /** The same in the words of the planner; undefined where it has none for it. */
  plan: string | undefined
}

/** Why a text is no expression; the key of a text below `cron.problem`, with its values. */
export interface CronProblem extends Span {
  key: string
  values?: Readonly<Record<string, number | string>>
  field?: FieldName
}

export interface CronExpression {
  /** As the describer takes it: single spaces, no leading zeros, a year only after the seconds. */
  text: string
  fields: readonly CronField[]
  /** Runs when the machine starts, which no clock can tell. */
  isAtStart: boolean
}

/** The names that stand for whole expressions. */
const NICKNAMES: readonly string[] = [...Object.keys(CRON_NICKNAMES), '@reboot']

interface Part extends Span {
  text: string
}

/** Six parts are five with a year where the last one ends like a year, or where a question mark says which part is a day. */
function hasYear(parts: readonly Part[]): boolean {
  return /\d{4}$/.test(parts[5]?.text ?? '') || parts[4]?.text === '?' || parts[2]?.text === '?'
}

function namesOf(parts: readonly Part[]): readonly FieldName[] {
  if (parts.length === 5) return FIELDS.slice(1, 6)
  if (parts.length === 6) return hasYear(parts) ? FIELDS.slice(1) : FIELDS.slice(0, 6)
  return FIELDS
}

const partsOf = (typed: string): Part[] =>
  [...typed.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }))

/** Which part of a text would be which field, right or wrong; undefined for another number of them. */
export function fieldTexts(typed: string): readonly Pick<CronField, 'name' | 'text'>[] | undefined {
  const parts = partsOf(CRON_NICKNAMES[typed.trim().toLowerCase()] ?? typed)
  if (parts.length < 5 || parts.length > 7) return undefined
  return namesOf(parts).map((name, index) => ({ name, text: parts[index]?.text ?? '' }))
}

function readParts(parts: readonly Part[]): CronExpression | CronProblem {
  const names = namesOf(parts)
  const fields: CronField[] = []
  for (const [index, { text, start, end }] of parts.entries()) {
    const name = names[index] ?? 'year'
    const read = readField(name, text)
    if (typeof read === 'object') {
      const { from, to, ...problem } = read
      return { ...problem, field: name, start: start + from, end: start + to }
    }
    fields.push({ name, text, start, end, plan: read === '' ? undefined : read })
  }
  const texts = fields.map(({ text }) => text.replace(/(?<!\d)0+(?=\d)/g, ''))
  const isShort = fields.length === 6 && fields[5]?.name === 'year'
  return { text: [...(isShort ? ['0'] : []), ...texts].join(' '), fields, isAtStart: false }
}

/** Reads an expression of five to seven parts, or a name such as @daily; stricter than the describer, which reads nonsense too. */
export function readCron(typed: string): CronExpression | CronProblem {
  const parts = partsOf(typed)
  const [first] = parts
  if (!first) return { key: 'empty', start: 0, end: typed.length }
  if (first.text.startsWith('@')) {
    const name = first.text.toLowerCase()
    const [known, second] = [CRON_NICKNAMES[name], parts[1]]
    if (second) return { key: 'afterName', start: second.start, end: typed.trimEnd().length }
    if (name === '@reboot') return { text: name, fields: [], isAtStart: true }
    if (!known) return { key: 'name', values: { names: NICKNAMES.join(' ') }, start: first.start, end: first.end }
    const named = readCron(known)
    return 'key' in named ? named : { ...named, text: name }
  }
  const total = parts.length
  if (total < 5) return { key: 'few', values: { total }, start: first.start, end: typed.trimEnd().length }
  const eighth = parts[7]
  if (eighth) return { key: 'many', values: { total }, start: eighth.start, end: typed.trimEnd().length }
  return readParts(parts)
}

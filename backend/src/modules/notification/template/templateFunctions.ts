import type { Value } from './templateNodes.ts'

/** What a function is called with is not what it takes. */
export class ArgumentError extends Error {
  override name = 'ArgumentError'
}

type Run = (...values: readonly Value[]) => Value

const WIDTH_LIMIT = 100

/** Nothing, no, none, zero and empty count as false; an object never does. */
export const isTrue = (value: Value): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== false && value !== 0 && value !== ''

/** A value as a template prints it. */
export function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`
  return `{${Object.values(value).map(textOf).join(' ')}}`
}

/** @throws ArgumentError when two values cannot be compared */
function requireAlike(one: Value, other: Value): void {
  if (typeof one === 'object' && one !== null) throw new ArgumentError('lists and objects cannot be compared')
  if (one === null || other === null || typeof one === typeof other) return
  throw new ArgumentError(`${typeof one} and ${typeof other} cannot be compared`)
}

const eq: Run = (first = null, ...others) => {
  if (others.length === 0) throw new ArgumentError('it takes two values')
  return others.some((other) => {
    requireAlike(first, other)
    return first === other
  })
}

const comparison =
  (isRight: (order: number) => boolean): Run =>
  (...values) => {
    const [one = null, other = null] = values
    if (values.length !== 2) throw new ArgumentError('it takes two values')
    requireAlike(one, other)
    if (typeof one === 'number' && typeof other === 'number') return isRight(one - other)
    if (typeof one === 'string' && typeof other === 'string') return isRight(one < other ? -1 : Number(one > other))
    throw new ArgumentError('only numbers and texts have an order')
  }

const ne: Run = (...values) => {
  if (values.length !== 2) throw new ArgumentError('it takes two values')
  return !eq(...values)
}

const len: Run = (...values) => {
  const [value = null] = values
  if (values.length !== 1) throw new ArgumentError('it takes one value')
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) throw new ArgumentError('it takes a text, a list or an object')
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

const index: Run = (value = null, ...keys) =>
  keys.reduce<Value>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) throw new ArgumentError('it takes a list or an object first')
    if (!Object.hasOwn(inner, String(key))) throw new ArgumentError(`there is nothing at ${textOf(key)}`)
    return (inner as Readonly<Record<string, Value>>)[String(key)] ?? null
  }, value)

function verb(kind: string, value: Value, digits: string | undefined): string {
  if (kind === 'v' || kind === 's') return textOf(value)
  if (kind === 'q') return JSON.stringify(textOf(value))
  if (kind === 't' && typeof value === 'boolean') return String(value)
  if (kind === 'd' && typeof value === 'number' && Number.isInteger(value)) return String(value)
  if (kind === 'f' && typeof value === 'number') return value.toFixed(Math.min(Number(digits ?? 6), 20))
  throw new ArgumentError(`%${kind} does not take ${value === null ? 'nothing' : typeof value}`)
}

const printf: Run = (format = null, ...values) => {
  if (typeof format !== 'string') throw new ArgumentError('it takes a text first')
  const rest = [...values]
  const text = format.replace(
    /%(-|0)?(\d+)?(?:\.(\d+))?(.?)/gsu,
    (_all, flag: string | undefined, width: string | undefined, digits: string | undefined, kind: string) => {
      if (kind === '%') return '%'
      if (!'svqtdf'.includes(kind) || kind === '') throw new ArgumentError(`it does not know %${kind}`)
      const value = rest.shift()
      if (value === undefined) throw new ArgumentError(`there is no value for %${kind}`)
      const shown = verb(kind, value, digits)
      const size = Math.min(Number(width ?? 0), WIDTH_LIMIT)
      return flag === '-' ? shown.padEnd(size) : shown.padStart(size, flag === '0' ? '0' : ' ')
    },
  )
  if (rest.length > 0) throw new ArgumentError(`${rest.length} values too many`)
  return text
}

const firstOr =
  (isWanted: (value: Value) => boolean): Run =>
  (...values) => {
    if (values.length === 0) throw new ArgumentError('it takes at least one value')
    return values.find(isWanted) ?? values.at(-1) ?? null
  }

/** Everything a template may call. Nothing of it reaches beyond its arguments. */
export const TEMPLATE_FUNCTIONS: Readonly<Record<string, Run>> = {
  eq,
  ne,
  lt: comparison((order) => order < 0),
  le: comparison((order) => order <= 0),
  gt: comparison((order) => order > 0),
  ge: comparison((order) => order >= 0),
  and: firstOr((value) => !isTrue(value)),
  or: firstOr(isTrue),
  not: (...values) => {
    if (values.length !== 1) throw new ArgumentError('it takes one value')
    return !isTrue(values[0] ?? null)
  },
  len,
  index,
  printf,
  print: (...values) => values.map(textOf).join(''),
}

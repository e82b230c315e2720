import { LANGUAGES } from '@windlass/shared-kit/i18n'
import { LIGHT } from '@windlass/shared-kit/theme/tokens'
import { TOOLS } from '../tools/tools.ts'
import type { ToolboxOptions } from './options.ts'

const IDS = TOOLS.map(({ id }) => id)
const MODES = ['light', 'dark', 'system']
const COLOR = /^#[0-9a-f]{6}$/i

/** Says what is allowed instead of a value; undefined when the value is allowed. */
type Check = (value: unknown) => string | undefined

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const one = (of: readonly string[]) => `one of ${of.join(', ')}`
const among =
  (of: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && of.includes(value) ? undefined : one(of)
const yesOrNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false')
const aFunction: Check = (value) => (typeof value === 'function' ? undefined : 'a function')

function tools(value: unknown): string | undefined {
  const allowed = `a list of tools, each once, of ${IDS.join(', ')}`
  if (!Array.isArray(value) || value.length === 0) return allowed
  return new Set(value).size === value.length && value.every((id) => IDS.includes(id as string)) ? undefined : allowed
}

function theme(value: unknown): string | undefined {
  if (!isPlainObject(value)) return "an object like { mode: 'dark', tokens: { accent: '#0a7d5a' } }"
  const { mode, tokens, ...unknown } = value
  const [name] = Object.keys(unknown)
  if (name !== undefined) return `an object with mode and tokens, without ${name}`
  if (mode !== undefined && !MODES.includes(mode as string)) return `an object whose mode is ${one(MODES)}`
  return tokens === undefined ? undefined : tokensProblem(tokens)
}

function tokensProblem(tokens: unknown): string | undefined {
  if (!isPlainObject(tokens)) return 'an object whose tokens are an object of colours'
  const unknown = Object.keys(tokens).find((name) => !Object.hasOwn(LIGHT, name))
  if (unknown !== undefined) return `an object with tokens of ${Object.keys(LIGHT).join(', ')}, without ${unknown}`
  const [wrong] = Object.entries(tokens).find(([name, color]) => name !== 'shadow' && !COLOR.test(String(color))) ?? []
  return wrong === undefined ? undefined : `an object whose token ${wrong} is a colour like #0a7d5a`
}

const inputs: Check = (value) =>
  isPlainObject(value) && Object.entries(value).every(([id, state]) => IDS.includes(id) && isPlainObject(state))
    ? undefined
    : `an object of inputs by tool, like { json: { text: '[1]' } }; the tools are ${IDS.join(', ')}`

const CHECKS: Readonly<Record<keyof ToolboxOptions, Check>> = {
  tools,
  tool: among(IDS),
  language: among(Object.keys(LANGUAGES)),
  theme,
  display: among(['inline', 'dialog']),
  open: yesOrNo,
  shadow: yesOrNo,
  remember: yesOrNo,
  initialState: inputs,
  onResult: aFunction,
  onClose: aFunction,
}

/** A wrong value in a sentence, whatever it is. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (value instanceof Element) return 'an element'
  if (typeof value !== 'object' && typeof value !== 'string') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    // It holds itself, or a number that JSON does not know.
    return 'an object'
  }
}

/** @throws TypeError that names the option and what is allowed */
function requireOption(name: string, value: unknown): void {
  if (!Object.hasOwn(CHECKS, name))
    throw new TypeError(`toolbox: there is no option ${name}; the options are ${Object.keys(CHECKS).join(', ')}`)
  // The names of the checks are the names of the options.
  const allowed = CHECKS[name as keyof ToolboxOptions](value)
  if (allowed !== undefined)
    throw new TypeError(`toolbox: the option ${name} is ${shown(value)}; it must be ${allowed}`)
}

/**
 * Checks what a page said, whether or not it was written in TypeScript. What is undefined counts as not said.
 * @throws TypeError that names the option and what is allowed
 */
export function readOptions(options: unknown): ToolboxOptions {
  if (!isPlainObject(options)) throw new TypeError(`toolbox: the options are ${shown(options)}; they must be an object`)
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  for (const [name, value] of said) requireOption(name, value)
  const read: ToolboxOptions = Object.fromEntries(said)
  if (read.tool !== undefined && read.tools !== undefined && !read.tools.includes(read.tool))
    throw new TypeError(`toolbox: the option tool is ${shown(read.tool)}; it must be ${one(read.tools)}`)
  return read
}

import { parseArgs } from 'node:util'
import type { Command, Options } from './command.ts'
import { nearest } from './nearest.ts'
import { misused } from './releaseError.ts'

/** What every command takes. */
export const GLOBAL_OPTIONS = {
  target: {
    type: 'string',
    value: 'url|folder',
    about: 'console or folder to release into (WINDLASS_TARGET; http://127.0.0.1:3001)',
  },
  namespace: {
    type: 'string',
    value: 'id|name',
    about: 'namespace of your permissions (WINDLASS_NAMESPACE; your first)',
  },
  'api-key-file': { type: 'string', value: 'file', about: 'holds your API key (or WINDLASS_API_KEY: the key itself)' },
  json: { type: 'boolean', about: 'one JSON document on standard output, also for errors' },
  yes: { type: 'boolean', about: 'do not ask' },
  help: { type: 'boolean', about: 'this text' },
} as const satisfies Options
export type GlobalName = keyof typeof GLOBAL_OPTIONS

/** Options that people try, and why there is no such thing. */
const NEVER: Readonly<Record<string, string>> = {
  'api-key':
    'an API key in a command line can be read by everybody on this machine: set WINDLASS_API_KEY, or give --api-key-file',
  'signing-key':
    'a key in a command line can be read by everybody on this machine: give its file with --key, or set WINDLASS_SIGNING_KEY',
  password: 'releases need an API key instead: make one on your profile page and set WINDLASS_API_KEY',
}

type Value = string | boolean | undefined

/** A command line, understood. */
export interface Invocation {
  /** Absent when only help was asked for. */
  command?: Command
  isHelp: boolean
  given: Record<string, string | undefined>
  options: Record<string, Value>
  global: Partial<Record<GlobalName, string | boolean>>
}

/** Understands a command line, or refuses it with what was most likely meant. */
export function parseCommand(args: readonly string[], commands: readonly Command[]): Invocation {
  const every = Object.assign({}, GLOBAL_OPTIONS, ...commands.map(({ options }) => options)) as Options
  const { words, values } = readTokens(args, every)
  const isHelp = values['help'] === true || words.length === 0 || words[0] === 'help'
  const name = words[0] === 'help' ? words[1] : words[0]
  if (name === undefined) return { isHelp, given: {}, options: {}, global: {} }
  const command = commands.find((known) => known.name === name) ?? refuseName(name, commands)
  const global: Invocation['global'] = {}
  const options: Invocation['options'] = {}
  for (const [option, value] of Object.entries(values)) {
    if (option in GLOBAL_OPTIONS) Object.assign(global, { [option]: value })
    else if (option in command.options) options[option] = value
    else throw unknownOption(option, command)
  }
  if (isHelp) return { command, isHelp, given: {}, options, global }
  return { command, isHelp, given: readWords(command, words.slice(1)), options: completed(command, options), global }
}

/** Separates words from options, and each option from its value; what an option may be is known by its name alone. */
function readTokens(args: readonly string[], known: Options) {
  const types = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, allowPositionals: true, tokens: true })
  const words: string[] = []
  const values: Record<string, Value> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const secret = NEVER[name]
    if (secret !== undefined) throw misused(`${rawName} is not taken: ${secret}`, 'secret')
    const option = known[name]
    if (option?.type === 'boolean' && value !== undefined) throw misused(`--${name} takes no value`)
    if (option?.type === 'string' && (value === undefined || (!inlineValue && value.startsWith('-'))))
      throw misused(`--${name} needs a value: --${name} <${option.value ?? 'value'}>`)
    if (name in values) throw misused(`--${name} is given twice`)
    values[name] = option?.type === 'string' ? value : true
  }
  return { words, values }
}

function refuseName(name: string, commands: readonly Command[]): never {
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names)
  throw misused(
    `there is no command ${name}: ${meant === undefined ? `choose one of ${names.join(', ')}` : `did you mean ${meant}?`}`,
  )
}

function unknownOption(option: string, command: Command) {
  const meant = nearest(option, [...Object.keys(command.options), ...Object.keys(GLOBAL_OPTIONS)])
  const dashes = option.length === 1 ? '-' : '--'
  const hint = meant === undefined ? `see \`release ${command.name} --help\`` : `did you mean --${meant}?`
  return misused(`${command.name} has no option ${dashes}${option}: ${hint}`)
}

function readWords(command: Command, words: readonly string[]): Invocation['given'] {
  const surplus = words[command.parameters.length]
  if (surplus !== undefined) throw misused(`${command.name} does not take "${surplus}": ${usageOf(command)}`)
  const given: Invocation['given'] = {}
  for (const [index, { name, isOptional, read }] of command.parameters.entries()) {
    const word = words[index]
    if (word === undefined && !isOptional) throw misused(`${command.name} needs <${name}>: ${usageOf(command)}`)
    given[name] = word === undefined || !read ? word : read(word)
  }
  return given
}

function completed(command: Command, options: Invocation['options']): Invocation['options'] {
  for (const [name, { type, isRequired, value }] of Object.entries(command.options)) {
    if (isRequired && options[name] === undefined) throw misused(`${command.name} needs --${name} <${value ?? name}>`)
    if (type === 'boolean') options[name] ??= false
  }
  return options
}

/** How a command is written, in one line. */
export function usageOf({ name, parameters, options }: Command): string {
  const words = parameters.map((parameter) => (parameter.isOptional ? `[${parameter.name}]` : `<${parameter.name}>`))
  const required = Object.entries(options)
    .filter(([, option]) => option.isRequired)
    .map(([option, { value }]) => `--${option} <${value ?? option}>`)
  return ['release', name, ...words, ...required].join(' ')
}

import { parseArgs } from 'node:util'
import type { Command, Options } from './command.ts'
import { misused } from './commandError.ts'
import { nearest } from './nearest.ts'

/** How the commands of a program are written, and what its help says beside them. */
export interface Grammar<Session> {
  program: string
  about: string
  /** The document that says more. */
  guide: string
  commands: readonly Command<Session>[]
  /** What every command takes. */
  globals: Options
  /** Options that people try, and why there is no such thing. */
  never: Readonly<Record<string, string>>
  environment: readonly (readonly [name: string, about: string])[]
  /** What each exit code means, from 0. */
  exitCodes: readonly string[]
}

type Value = string | boolean | undefined
type Given = Record<string, string | undefined>

/** A command line, understood. */
export interface Invocation<Session> {
  /** Absent when only help was asked for. */
  command?: Command<Session>
  isHelp: boolean
  given: Given
  options: Record<string, Value>
  global: Readonly<Record<string, Value>>
}

/** Understands a command line, or refuses it with what was most likely meant. */
export function parseCommand<Session>(args: readonly string[], grammar: Grammar<Session>): Invocation<Session> {
  const { commands, globals } = grammar
  const every = Object.assign({}, globals, ...commands.map(({ options }) => options)) as Options
  const { words, values } = readTokens(args, every, grammar.never)
  const isHelp = values['help'] === true || words.length === 0 || words[0] === 'help'
  const name = words[0] === 'help' ? words[1] : words[0]
  if (name === undefined) return { isHelp, given: {}, options: {}, global: {} }
  const command = commands.find((known) => known.name === name) ?? refuseName(name, commands)
  const global: Record<string, Value> = {}
  const options: Record<string, Value> = {}
  for (const [option, value] of Object.entries(values)) {
    if (option in globals) global[option] = value
    else if (option in command.options) options[option] = value
    else throw unknownOption(option, command, grammar)
  }
  if (isHelp) return { command, isHelp, given: {}, options, global }
  return {
    command,
    isHelp,
    given: readWords(command, words.slice(1), grammar.program),
    options: completed(command, options),
    global,
  }
}

/** Separates words from options, and each option from its value; what an option may be is known by its name alone. */
function readTokens(args: readonly string[], known: Options, never: Readonly<Record<string, string>>) {
  const types = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, allowPositionals: true, tokens: true })
  const words: string[] = []
  const values: Record<string, Value> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const secret = never[name]
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

function refuseName(name: string, commands: readonly { name: string }[]): never {
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names)
  throw misused(
    `there is no command ${name}: ${meant === undefined ? `choose one of ${names.join(', ')}` : `did you mean ${meant}?`}`,
  )
}

type AnyCommand = Pick<Command, 'name' | 'parameters' | 'options'>

function unknownOption(
  option: string,
  command: AnyCommand,
  { globals, program }: Pick<Grammar<never>, 'globals' | 'program'>,
) {
  const meant = nearest(option, [...Object.keys(command.options), ...Object.keys(globals)])
  const dashes = option.length === 1 ? '-' : '--'
  const hint = meant === undefined ? `see \`${program} ${command.name} --help\`` : `did you mean --${meant}?`
  return misused(`${command.name} has no option ${dashes}${option}: ${hint}`)
}

function readWords(command: AnyCommand, words: readonly string[], program: string): Given {
  const surplus = words[command.parameters.length]
  if (surplus !== undefined) throw misused(`${command.name} does not take "${surplus}": ${usageOf(command, program)}`)
  const given: Given = {}
  for (const [index, { name, isOptional, read }] of command.parameters.entries()) {
    const word = words[index]
    if (word === undefined && !isOptional)
      throw misused(`${command.name} needs <${name}>: ${usageOf(command, program)}`)
    given[name] = word === undefined || !read ? word : read(word)
  }
  return given
}

function completed(command: AnyCommand, options: Record<string, Value>): Record<string, Value> {
  for (const [name, { type, isRequired, value }] of Object.entries(command.options)) {
    if (isRequired && options[name] === undefined) throw misused(`${command.name} needs --${name} <${value ?? name}>`)
    if (type === 'boolean') options[name] ??= false
  }
  return options
}

/** How a command is written, in one line. */
export function usageOf({ name, parameters, options }: AnyCommand, program: string): string {
  const words = parameters.map((parameter) => (parameter.isOptional ? `[${parameter.name}]` : `<${parameter.name}>`))
  const required = Object.entries(options)
    .filter(([, option]) => option.isRequired)
    .map(([option, { value }]) => `--${option} <${value ?? option}>`)
  return [program, name, ...words, ...required].join(' ')
}

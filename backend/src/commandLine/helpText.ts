import type { Command, Options } from './command.ts'
import { type Grammar, usageOf } from './parseCommand.ts'

const indented = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}

const optionRows = (options: Options) =>
  Object.entries(options).map(([name, { value, about }]) => {
    return [`--${name}${value === undefined ? '' : ` <${value}>`}`, about] as const
  })

/** All commands at a glance. */
export function overviewText<Session>(grammar: Grammar<Session>, typed: (command: string) => string): string {
  const { commands, globals, environment, exitCodes, guide } = grammar
  return [
    grammar.about,
    `Commands\n${indented(commands.map(({ name, about }) => [name, about]))}`,
    `Options of every command\n${indented(optionRows(globals))}`,
    `Environment\n${indented(environment)}`,
    `Exit codes\n${indented(exitCodes.map((meaning, code) => [String(code), meaning]))}`,
    `${typed('<command> --help')} says more about one. The guide: ${guide}`,
  ].join('\n\n')
}

/** One command with its options and examples. */
export function helpText<Session>(
  command: Command<Session>,
  { globals, program }: Grammar<Session>,
  typed: (command: string) => string,
): string {
  const words = command.parameters.map(({ name, about }) => [`<${name}>`, about] as const)
  const own = [...words, ...optionRows(command.options)]
  return [
    `${usageOf(command, program)}\n${command.about}`,
    ...(command.details === undefined ? [] : [command.details]),
    ...(own.length === 0 ? [] : [indented(own)]),
    `Options of every command\n${indented(optionRows(globals))}`,
    `Examples\n${command.examples.map((example) => `  ${typed(example)}`).join('\n')}`,
  ].join('\n\n')
}

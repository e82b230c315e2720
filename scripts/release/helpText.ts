import type { Command, Options } from './command.ts'
import { GLOBAL_OPTIONS, usageOf } from './parseCommand.ts'

const EXIT_CODES = `Exit codes
  0  done
  1  refused: a check, a signature or the console; the message says what to do
  2  the command was not understood, or something it needs is missing
  3  the target cannot be reached
  4  the API key may not do this`

const ENVIRONMENT = [
  ['WINDLASS_TARGET', 'as --target'],
  ['WINDLASS_NAMESPACE', 'as --namespace'],
  ['WINDLASS_API_KEY', 'your API key, made on your profile page of the console'],
  ['WINDLASS_SIGNING_KEY', "file of your team's private key"],
  ['WINDLASS_SIGNING_KEY_PEM', 'the private key itself, for secrets of CI'],
  ['WINDLASS_DEBUG', 'set it to see where in the sources a failure comes from'],
] as const

const indented = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}

const optionRows = (options: Options) =>
  Object.entries(options).map(([name, { value, about }]) => {
    return [`--${name}${value === undefined ? '' : ` <${value}>`}`, about] as const
  })

/** All commands at a glance. */
export function overviewText(commands: readonly Command[], typed: (command: string) => string): string {
  return [
    'Releases an area into a console or a folder.',
    `Commands\n${indented(commands.map(({ name, about }) => [name, about]))}`,
    `Options of every command\n${indented(optionRows(GLOBAL_OPTIONS))}`,
    `Environment\n${indented(ENVIRONMENT)}`,
    EXIT_CODES,
    `${typed('<command> --help')} says more about one. The guide: docs/area-team-guide.md`,
  ].join('\n\n')
}

/** One command with its options and examples. */
export function helpText(command: Command, typed: (command: string) => string): string {
  const words = command.parameters.map(({ name, about }) => [`<${name}>`, about] as const)
  const own = [...words, ...optionRows(command.options)]
  return [
    `${usageOf(command)}\n${command.about}`,
    ...(command.details === undefined ? [] : [command.details]),
    ...(own.length === 0 ? [] : [indented(own)]),
    `Options of every command\n${indented(optionRows(GLOBAL_OPTIONS))}`,
    `Examples\n${command.examples.map((example) => `  ${typed(example)}`).join('\n')}`,
  ].join('\n\n')
}

import { quoteCommand, quotePosix } from '../../platform/ssh/quotePosix.ts'

const NAME = /\$\{([A-Za-z0-9_]+)\}/g
/** Means the same wherever it stands in a shell line. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]*$/

/**
 * The line of a process as a command. What reads as one harmless word is put in where it is named, as ever; any other
 * value reaches the line as a variable of the shell, so that no name of a project is ever read as a command.
 */
export function processCommand(line: string, variables: Readonly<Record<string, string>>): string {
  const settings = new Map<string, string>()
  const filled = line.replace(NAME, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : undefined
    if (value === undefined) return whole
    if (PLAIN.test(value)) return value
    settings.set(name, `${name}=${quotePosix(value)}`)
    return whole
  })
  const program = settings.size === 0 ? filled : `${[...settings.values()].join(' ')}; ${filled}`
  return quoteCommand(['sh', '-c', program])
}

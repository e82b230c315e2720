import type { Session } from './session.ts'

/** A word after the command's name. */
export interface Parameter {
  name: string
  about: string
  isOptional?: boolean
  /** Normalises what was given, or refuses it with a sentence. */
  read?: (text: string) => string
}

/** A `--name` of a command. */
export interface Option {
  type: 'string' | 'boolean'
  about: string
  /** What stands for its value in the help. */
  value?: string
  isRequired?: boolean
}
export type Options = Readonly<Record<string, Option>>

/** What a command has to say when it is done. */
export interface Answer {
  /** The document of `--json`. */
  data: object
  /** The same for people. */
  text: string
}

type Given<Parameters extends readonly Parameter[]> = {
  [Item in Parameters[number] as Item['name']]: Item extends { isOptional: true } ? string | undefined : string
}
type Values<Declared extends Options> = {
  [Name in keyof Declared]: Declared[Name] extends { type: 'boolean' }
    ? boolean
    : Declared[Name] extends { isRequired: true }
      ? string
      : string | undefined
}

interface Declaration<Parameters extends readonly Parameter[], Declared extends Options> {
  name: string
  /** One line, for the list of commands. */
  about: string
  /** What else is good to know before using it. */
  details?: string
  parameters: Parameters
  options: Declared
  /** What follows `release`, ready to copy. */
  examples: readonly string[]
  run(session: Session, given: Given<Parameters>, options: Values<Declared>): Promise<Answer>
}

/** A command as the parser and the help see it. */
export interface Command extends Omit<Declaration<readonly Parameter[], Options>, 'run'> {
  run(
    session: Session,
    given: Readonly<Record<string, string | undefined>>,
    options: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<Answer>
}

/** Declares a command once: parsing, help and the types of what `run` gets follow from it. */
export function defineCommand<
  const Parameters extends readonly Parameter[],
  const Declared extends Options = Record<never, Option>,
>(declaration: Omit<Declaration<Parameters, Declared>, 'options'> & { options?: Declared }): Command {
  // parseCommand fills in exactly what is declared, which this erasure hides from the list of all commands.
  return { options: {}, ...declaration } as unknown as Command
}

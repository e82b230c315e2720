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
  /** Ends with a failure although everything was done: what was looked for was found. */
  isFailure?: boolean
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

interface Declaration<Session, Parameters extends readonly Parameter[], Declared extends Options> {
  name: string
  /** One line, for the list of commands. */
  about: string
  /** What else is good to know before using it. */
  details?: string
  parameters: Parameters
  options: Declared
  /** What follows the program's name, ready to copy. */
  examples: readonly string[]
  run(session: Session, given: Given<Parameters>, options: Values<Declared>): Promise<Answer>
}

/** A command as the parser and the help see it; `Session` is what its program runs it in. */
export interface Command<Session = never> extends Omit<Declaration<Session, readonly Parameter[], Options>, 'run'> {
  run(
    session: Session,
    given: Readonly<Record<string, string | undefined>>,
    options: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<Answer>
}

/** Gives a program its way to declare a command once: parsing, help and the types of what `run` gets follow from it. */
export const commandDefiner =
  <Session>() =>
  <const Parameters extends readonly Parameter[], const Declared extends Options = Record<never, Option>>(
    declaration: Omit<Declaration<Session, Parameters, Declared>, 'options'> & { options?: Declared },
  ): Command<Session> => {
    // parseCommand fills in exactly what is declared, which this erasure hides from the list of all commands.
    return { options: {}, ...declaration } as unknown as Command<Session>
  }

import { commandDefiner } from '../commandLine/command.ts'
import type { Output } from '../commandLine/output.ts'
import type { Env } from '../env.ts'
import type { OpenConsole, Wanted } from './openConsole.ts'

/** What a command of `admin` runs in. */
export interface AdminSession {
  env: Readonly<Record<string, string | undefined>>
  output: Output
  /** The settings of the console, as the console itself reads them. */
  settings: Env
  /** A path as somebody typed it, from where he typed it. */
  pathOf(typed: string): string
  /** How this command line is typed, for what to do next. */
  typed(command: string): string
  /** Opens the database of the console. @throws CommandError when it is not of this version */
  open(wanted?: Wanted): Promise<OpenConsole>
  /** Asks before something that cannot be taken back; throws when the answer is not yes. */
  confirm(question: string): Promise<void>
  /** Asks for something that must not be seen; `isNew` asks twice. */
  secret(what: string, isNew: boolean): Promise<string>
}

/** Declares a command of `admin`. */
export const defineCommand = commandDefiner<AdminSession>()

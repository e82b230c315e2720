/** What a command ends with; scripts decide by it, so the numbers are documented and stay. */
export const EXIT = { done: 0, refused: 1, misused: 2, unreachable: 3, notPermitted: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** One of several reasons, as checks find them. */
export interface Reason {
  rule: string
  message: string
}

/** Why a command did not do what was asked; the message is a sentence that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: ExitCode
  /** What was refused, for programs; people get the message. */
  readonly rule: string
  readonly problems: readonly Reason[]

  constructor(exitCode: ExitCode, { rule, message }: Reason, problems: readonly Reason[] = [], options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
    this.rule = rule
    this.problems = problems
  }
}

/** A check or the target says no. */
export const refused = (rule: string, message: string, problems: readonly Reason[] = []): CommandError =>
  new CommandError(EXIT.refused, { rule, message }, problems)

/** The command was not understood, or something it needs was not given. */
export const misused = (message: string, rule = 'usage'): CommandError =>
  new CommandError(EXIT.misused, { rule, message })

/** What a command needs does not answer. */
export const unreachable = (rule: string, message: string, cause?: unknown): CommandError =>
  new CommandError(EXIT.unreachable, { rule, message }, [], { cause })

/** Any failure as one that has a rule and an exit code. */
export function asCommandError(error: unknown, ruleOf: (error: unknown) => string = () => 'failed'): CommandError {
  if (error instanceof CommandError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new CommandError(EXIT.refused, { rule: ruleOf(error), message }, [], { cause: error })
}

import { ArtefactError } from '@windlass/backend/artefact/artefactError'

/** What the command ends with; CI decides by it, so the numbers are documented and stay. */
export const EXIT = { done: 0, refused: 1, misused: 2, unreachable: 3, notPermitted: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** One of several reasons, as the checks of a release find them. */
export interface Reason {
  rule: string
  message: string
}

/** Why a command did not do what was asked; the message is a sentence that says what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
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
export const refused = (rule: string, message: string, problems: readonly Reason[] = []): ReleaseError =>
  new ReleaseError(EXIT.refused, { rule, message }, problems)

/** The command was not understood, or something it needs was not given. */
export const misused = (message: string, rule = 'usage'): ReleaseError =>
  new ReleaseError(EXIT.misused, { rule, message })

/** No console answers at the target. */
export const unreachable = (rule: string, message: string, cause?: unknown): ReleaseError =>
  new ReleaseError(EXIT.unreachable, { rule, message }, [], { cause })

/** Whoever owns the API key may not do this. */
export const notPermitted = (message: string): ReleaseError =>
  new ReleaseError(EXIT.notPermitted, { rule: 'permission', message })

/** Any failure as one that has a rule and an exit code. */
export function asReleaseError(error: unknown): ReleaseError {
  if (error instanceof ReleaseError) return error
  const message = error instanceof Error ? error.message : String(error)
  const rule = error instanceof ArtefactError ? error.rule : 'failed'
  return new ReleaseError(EXIT.refused, { rule, message }, [], { cause: error })
}

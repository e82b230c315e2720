import { AppError } from '../../platform/errors.ts'

/** A stage that did not succeed, told to the person who has to do something about it. */
export class StageError extends Error {
  override name = 'StageError'
  /** What the trace shows: the sentence and what the programs said. */
  readonly detail: string

  constructor(message: string, output = '') {
    super(message)
    this.detail = output.trim() === '' ? message : `err: ${message}\noutput: ${output}`
  }
}

/** A deploy was stopped from outside; `state` says how it is recorded. */
export class DeployStopped extends Error {
  override name = 'DeployStopped'
  readonly state: 'cancelled' | 'interrupted'

  constructor(state: 'cancelled' | 'interrupted', message: string) {
    super(message)
    this.state = state
  }
}

/** The sentence of anything that was thrown; what nobody foresaw is named as such. */
export function reasonOf(error: unknown): string {
  if (error instanceof StageError || error instanceof DeployStopped || error instanceof AppError) return error.message
  return `the console failed: ${error instanceof Error ? error.message : String(error)}`
}

import type { Output } from '@windlass/backend/commandLine/output'
import type { ReleaseTarget } from './releaseTarget.ts'

/** What a command runs in. */
export interface Session {
  env: Readonly<Record<string, string | undefined>>
  output: Output
  /** A path as somebody typed it, from where he typed it. */
  pathOf(typed: string): string
  /** The console or folder that the command is about; opened at the first call. */
  target(): Promise<ReleaseTarget>
  /** Asks before something that everybody notices; throws when the answer is not yes. */
  confirm(question: string): Promise<void>
  /** How this command line is typed, for what to do next. */
  typed(command: string): string
}

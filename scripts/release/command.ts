import { commandDefiner } from '@windlass/backend/commandLine/command'
import type { Session } from './session.ts'

/** Declares a command of `release`. */
export const defineCommand = commandDefiner<Session>()

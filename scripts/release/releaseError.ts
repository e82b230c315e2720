import { CommandError, EXIT } from '@windlass/backend/commandLine/commandError'

/** Whoever owns the API key may not do this. */
export const notPermitted = (message: string): CommandError =>
  new CommandError(EXIT.notPermitted, { rule: 'permission', message })

import type { Grammar } from '../commandLine/parseCommand.ts'
import { createAdmin, resetPassword } from './commands/accountCommands.ts'
import { backup, restore, verify } from './commands/backupCommands.ts'
import { configCommand } from './commands/configCommand.ts'
import { importCommand } from './commands/importCommand.ts'
import { verifyLog } from './commands/verifyLogCommand.ts'
import type { AdminSession } from './session.ts'

/** How `admin` is written, and what its help says beside the commands. */
export const ADMIN_GRAMMAR: Grammar<AdminSession> = {
  program: 'admin',
  about: 'Looks after a console from the machine it runs on, with the same settings as the console itself.',
  guide: 'docs/administration.md',
  commands: [createAdmin, resetPassword, backup, restore, verify, verifyLog, importCommand, configCommand],
  globals: {
    json: { type: 'boolean', about: 'one JSON document on standard output, also for errors' },
    yes: { type: 'boolean', about: 'do not ask' },
    help: { type: 'boolean', about: 'this text' },
  },
  never: {
    password:
      'a password in a command line can be read by everybody on this machine: it is asked for, or read from standard input',
    passphrase:
      'a passphrase in a command line can be read by everybody on this machine: it is asked for, or read from standard input',
  },
  environment: [
    ['DATA_DIR', 'folder of the console, as for the console itself'],
    ['DATABASE_URL', 'database of the console, as for the console itself; empty is the one in DATA_DIR'],
    ['ENCRYPTION_KEY', 'as for the console itself; empty is the one in DATA_DIR'],
    ['WINDLASS_SOURCE_PASSWORD', 'password of the database that is imported from'],
    ['WINDLASS_DEBUG', 'set it to see where in the sources a failure comes from'],
  ],
  exitCodes: [
    'done',
    'refused, or something is wrong with the console; the message says what to do',
    'the command was not understood, or something it needs is missing',
    'a database cannot be reached',
  ],
}

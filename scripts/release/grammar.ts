import type { Options } from '@windlass/backend/commandLine/command'
import type { Grammar } from '@windlass/backend/commandLine/parseCommand'
import { COMMANDS } from './commands.ts'
import type { Session } from './session.ts'

/** What every command takes. */
const GLOBAL_OPTIONS = {
  target: {
    type: 'string',
    value: 'url|folder',
    about: 'console or folder to release into (WINDLASS_TARGET; http://127.0.0.1:3001)',
  },
  namespace: {
    type: 'string',
    value: 'id|name',
    about: 'namespace of your permissions (WINDLASS_NAMESPACE; your first)',
  },
  'api-key-file': { type: 'string', value: 'file', about: 'holds your API key (or WINDLASS_API_KEY: the key itself)' },
  json: { type: 'boolean', about: 'one JSON document on standard output, also for errors' },
  yes: { type: 'boolean', about: 'do not ask' },
  help: { type: 'boolean', about: 'this text' },
} as const satisfies Options

/** How `release` is written, and what its help says beside the commands. */
export const RELEASE_GRAMMAR: Grammar<Session> = {
  program: 'release',
  about: 'Releases an area into a console or a folder.',
  guide: 'docs/area-team-guide.md',
  commands: COMMANDS,
  globals: GLOBAL_OPTIONS,
  /** Options that people try, and why there is no such thing. */
  never: {
    'api-key':
      'an API key in a command line can be read by everybody on this machine: set WINDLASS_API_KEY, or give --api-key-file',
    'signing-key':
      'a key in a command line can be read by everybody on this machine: give its file with --key, or set WINDLASS_SIGNING_KEY',
    password: 'releases need an API key instead: make one on your profile page and set WINDLASS_API_KEY',
  },
  environment: [
    ['WINDLASS_TARGET', 'as --target'],
    ['WINDLASS_NAMESPACE', 'as --namespace'],
    ['WINDLASS_API_KEY', 'your API key, made on your profile page of the console'],
    ['WINDLASS_SIGNING_KEY', "file of your team's private key"],
    ['WINDLASS_SIGNING_KEY_PEM', 'the private key itself, for secrets of CI'],
    ['WINDLASS_DEBUG', 'set it to see where in the sources a failure comes from'],
  ],
  exitCodes: [
    'done',
    'refused: a check, a signature or the console; the message says what to do',
    'the command was not understood, or something it needs is missing',
    'the target cannot be reached',
    'the API key may not do this',
  ],
}

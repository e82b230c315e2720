/** Where a variable may be named: scripts on the console and on servers, transfer options, commands of processes, monitors. */
export type VariablePlace = 'host' | 'server' | 'transfer' | 'process' | 'monitor'

const PROJECT: readonly VariablePlace[] = ['host', 'server', 'transfer', 'process']
const HOST: readonly VariablePlace[] = ['host']
const SERVER: readonly VariablePlace[] = ['server', 'transfer', 'monitor']
const TURN: readonly VariablePlace[] = ['server']

const all = <Name extends string>(names: readonly Name[], places: readonly VariablePlace[]) =>
  Object.fromEntries(names.map((name) => [name, places])) as Readonly<Record<Name, readonly VariablePlace[]>>

const PROJECT_NAMES = [
  'PROJECT_ID',
  'PROJECT_NAME',
  'PROJECT_PATH',
  'PROJECT_SYMLINK_PATH',
  'PROJECT_BRANCH',
  'PROJECT_LABEL',
  'PROJECT_ENV',
  'REPOSITORY_TYPE',
  'REPOSITORY_URL',
  'REPOSITORY_PATH',
  'PUBLISH_TOKEN',
] as const
const COMMIT_NAMES = [
  'COMMIT_ID',
  'COMMIT_SHORT_ID',
  'COMMIT_BRANCH',
  'COMMIT_TAG',
  'COMMIT_AUTHOR',
  'COMMIT_TIMESTAMP',
  'COMMIT_MESSAGE',
  'PROJECT_SERVERS',
] as const
const SERVER_NAMES = [
  'SERVER_ID',
  'SERVER_NAME',
  'SERVER_IP',
  'SERVER_PORT',
  'SERVER_OWNER',
  'SERVER_PASSWORD',
  'SERVER_PATH',
  'SERVER_JUMP_IP',
  'SERVER_JUMP_PORT',
  'SERVER_JUMP_OWNER',
  'SERVER_JUMP_PASSWORD',
  'SERVER_JUMP_PATH',
] as const
const TURN_NAMES = ['SERVER_TOTAL_NUMBER', 'SERVER_SERIAL_NUMBER'] as const

/** Every name that stands for something without being declared, in the order in which people look for it. */
export const SCRIPT_VARIABLES = {
  ...all(PROJECT_NAMES, PROJECT),
  ...all(COMMIT_NAMES, HOST),
  ...all(SERVER_NAMES, SERVER),
  ...all(TURN_NAMES, TURN),
  /** Only in a transfer of one's own: the script for the server, which lies in the working copy meanwhile. */
  AFTER_DEPLOY_FILENAME: ['transfer'],
} as const satisfies Readonly<Record<string, readonly VariablePlace[]>>

export type ScriptVariableName = keyof typeof SCRIPT_VARIABLES

/** The variables that may be named in a place. */
export const variablesIn = (place: VariablePlace): ScriptVariableName[] =>
  (Object.keys(SCRIPT_VARIABLES) as ScriptVariableName[]).filter((name) =>
    (SCRIPT_VARIABLES[name] as readonly VariablePlace[]).includes(place),
  )

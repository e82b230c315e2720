import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import { Ajv, type ErrorObject } from 'ajv'
import { type Static, Type } from 'typebox'
import { isPlainOrigin } from './artefact/isPlainOrigin.ts'
import { IDENTITY_ENV, identityProblem } from './identityEnv.ts'
import { LOG_ENV } from './logEnv.ts'
import { NOTICE_ENV, noticeProblem } from './noticeEnv.ts'
import { OUTBOUND_ENV, outboundProblem } from './outboundEnv.ts'

const Env = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3001,
    description: 'port to listen on; 0 picks a free one',
  }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'address to listen on; 0.0.0.0 for all' }),
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'folder for database, keys and working copies',
  }),
  DATABASE_URL: Type.String({
    default: '',
    description: 'postgres://… to use PostgreSQL; empty uses the embedded SQLite',
  }),
  SESSION_SECRET: Type.String({ default: '', description: 'signs sessions; empty generates one into DATA_DIR' }),
  ENCRYPTION_KEY: Type.String({ default: '', description: '32 bytes, base64; empty generates one into DATA_DIR' }),
  COOKIE_NAME: Type.String({ pattern: '^[A-Za-z0-9_-]+$', default: 'goploy_token', description: 'session cookie' }),
  SESSION_SECONDS: Type.Integer({ minimum: 60, default: 86_400, description: 'life of an unused session' }),
  SESSION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'days after which somebody signs in again, however much the session was used',
  }),
  HSTS: Type.String({
    default: 'max-age=31536000',
    pattern: '^(max-age=\\d+(; includeSubDomains)?(; preload)?)?$',
    description: 'Strict-Transport-Security of answers over HTTPS; add "; includeSubDomains" where those have it too',
  }),
  TRUST_PROXY: Type.Boolean({ default: false, description: 'believe X-Forwarded-* of a reverse proxy in front' }),
  PUBLIC_URL: Type.String({
    default: '',
    description: 'address users see, when it differs from what the server is asked with',
  }),
  LOG_LEVEL: Type.Union(
    (['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const).map((level) => Type.Literal(level)),
    { default: 'info', description: 'trace, debug, info, warn, error or silent' },
  ),
  CAPTCHA_ENABLED: Type.Boolean({ default: false, description: 'ask for a captcha after a failed sign-in' }),
  LOGIN_MAX_ERRORS: Type.Integer({
    minimum: 1,
    default: 5,
    description: 'failed sign-ins before an account is locked',
  }),
  LOGIN_ADDRESS_ERRORS: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'failed sign-ins, to whichever accounts, before an address is locked as long as an account is',
  }),
  LOGIN_LOCK_SECONDS: Type.Integer({ minimum: 1, default: 900, description: 'how long it stays locked' }),
  ...IDENTITY_ENV,
  PASSWORD_PERIOD_DAYS: Type.Integer({
    minimum: 0,
    default: 0,
    description: 'days until a password expires; 0 is never',
  }),
  PASSWORD_WORDS: Type.String({
    default: '',
    description: 'words that no chosen password may hold, such as the name of the company, with commas between',
  }),
  PASSWORD_BREACHED_FILE: Type.String({
    default: '',
    description: 'list of breached passwords that nobody may choose: SHA-1 hashes in order, one a line; empty for none',
  }),
  SECOND_FACTOR: Type.Union(
    (['optional', 'required-for-super', 'required'] as const).map((mode) => Type.Literal(mode)),
    {
      default: 'optional',
      description:
        'who must have a second factor: nobody (optional), super managers (required-for-super), all (required)',
    },
  ),
  DEPLOY_LIMIT: Type.Integer({
    minimum: 1,
    default: Math.max(2, availableParallelism()),
    description: 'deploys that run at once on this node',
  }),
  SCRIPT_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, default: 3600, description: 'longest run of one deploy script' }),
  CONTAINER_ENGINE: Type.String({
    default: '',
    pattern: '^(?!-)[A-Za-z0-9_./-]*$',
    description: 'program that runs containers, here and on servers; empty looks for docker, then podman',
  }),
  PROJECT_FILE_MIB: Type.Integer({ minimum: 1, default: 100, description: 'largest upload of a project file, in MiB' }),
  UPLOAD_GIB: Type.Integer({ minimum: 1, default: 2, description: 'largest file that is taken for a server, in GiB' }),
  REVIEW_HOURS: Type.Integer({ minimum: 1, default: 168, description: 'time a review waits for its answer' }),
  REVIEW_CALLBACK_GET: Type.Boolean({
    default: false,
    description: 'a program approves a review by GET of its callback address; otherwise by POST only',
  }),
  SCHEDULE_GRACE_HOURS: Type.Integer({
    minimum: 0,
    default: 24,
    description:
      'hours a scheduled deploy may start late, after a time without the console, before it counts as missed',
  }),
  MONITOR_HOST_SCRIPTS: Type.Boolean({
    default: false,
    description: 'scripts of monitors may run on the console’s own machine',
  }),
  SCRIPT_RUN_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 1440,
    default: 10,
    description: 'minutes a script or command on servers may run unless somebody chooses otherwise',
  }),
  SCRIPT_RUN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'days the history of scripts and commands on servers is kept, with their output',
  }),
  ...LOG_ENV,
  TERMINAL_GRACE_MINUTES: Type.Integer({
    minimum: 0,
    maximum: 1440,
    default: 15,
    description: 'minutes a terminal waits for its user after his connection is gone',
  }),
  TERMINAL_IDLE_MINUTES: Type.Integer({
    minimum: 0,
    maximum: 35_791,
    default: 480,
    description: 'minutes without a key after which a terminal is ended; 0 is never',
  }),
  TERMINAL_SESSIONS: Type.Integer({ minimum: 1, default: 30, description: 'terminals one user may have open' }),
  TERMINAL_RECORD: Type.Union(
    (['on', 'off', 'required'] as const).map((mode) => Type.Literal(mode)),
    { default: 'on', description: 'record terminals: on, off, or required to open none that cannot be recorded' },
  ),
  TERMINAL_RECORD_MIB: Type.Integer({ minimum: 1, default: 100, description: 'largest recording, in MiB' }),
  TERMINAL_RECORD_DAYS: Type.Integer({ minimum: 1, default: 180, description: 'days a recording is kept' }),
  NGINX_PROGRAMS: Type.String({
    default: 'nginx,nginx-debug,openresty,tengine,angie',
    description: 'names of programs that may be run as nginx on servers, with commas between',
  }),
  NGINX_SUDO: Type.Boolean({
    default: true,
    description: 'work on nginx as root where the account of a server is not root and its sudo asks for no password',
  }),
  AGENT_LEGACY_KEY: Type.String({
    default: '',
    description: 'key that agents of an older console sign with; empty accepts only the key each server has of its own',
  }),
  AGENT_CLOCK_SECONDS: Type.Integer({
    minimum: 5,
    maximum: 600,
    default: 30,
    description: 'how far the clock of an agent may be off',
  }),
  METRIC_SSH_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 32,
    description: 'servers that this node measures over SSH at once',
  }),
  SHUTDOWN_SECONDS: Type.Integer({ minimum: 0, default: 30, description: 'time running deploys get to end at a stop' }),
  SSH_KEY_DIR: Type.String({ default: '', description: 'folder private keys may be read from; empty is ~/.ssh' }),
  SSH_CONNECT_SECONDS: Type.Integer({ minimum: 1, default: 10, description: 'time-out of one SSH connection' }),
  SSH_LEGACY_CIPHERS: Type.Boolean({
    default: false,
    description: 'take the weak ciphers (CBC, 3DES) of servers that know no other; whoever listens may read along',
  }),
  CONSOLE_DIR: Type.String({
    minLength: 1,
    default: path.join(import.meta.dirname, '../../dist/console'),
    description: 'folder of the built console',
  }),
  REMOTE_ORIGINS: Type.String({
    default: '',
    description: 'other origins that released areas may be loaded from, as https://host with commas between',
  }),
  ADMIN_PASSWORD: Type.String({
    default: '',
    description: 'password of the first account, used once on an empty database; empty generates one',
  }),
  ...NOTICE_ENV,
  ...OUTBOUND_ENV,
  METRICS_TOKEN: Type.String({ default: '', description: 'bearer token for /metrics; empty allows loopback only' }),
})

/** The settings of one server process, already converted and checked. */
export type Env = Static<typeof Env>

/** A setting is wrong; the message is the one line an operator needs to put it right. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Every variable with its default and meaning, for `--help` and the documentation. */
export const ENV_VARIABLES = Object.entries(Env.properties).map(([name, schema]) => ({
  name,
  default: 'default' in schema ? schema.default : undefined,
  description: 'description' in schema ? String(schema.description) : '',
}))

/** Names an operator may write in a file instead, so that a secret stays out of the process list. */
const readFileVariants = (source: NodeJS.ProcessEnv): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const name of Object.keys(Env.properties)) {
    const file = source[`${name}_FILE`]
    if (file === undefined || file === '') continue
    try {
      found[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new ConfigError(
        `${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code}); fix the path`,
      )
    }
  }
  return found
}

const explain = (error: ErrorObject | undefined, source: Record<string, unknown>): string => {
  const name = error?.instancePath.slice(1) ?? ''
  const schema = ENV_VARIABLES.find((variable) => variable.name === name)
  return `${name}=${String(source[name])}: ${error?.message ?? 'is wrong'} (${schema?.description}; default ${String(schema?.default)})`
}

/** The origins of REMOTE_ORIGINS. */
export const remoteOrigins = ({ REMOTE_ORIGINS }: Pick<Env, 'REMOTE_ORIGINS'>): readonly string[] =>
  REMOTE_ORIGINS.split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 * @throws ConfigError naming the first wrong variable and what it should be
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(Env.properties)) if (source[name]) given[name] = source[name]
  Object.assign(given, readFileVariants(source))
  const validate = new Ajv({ coerceTypes: true, useDefaults: true, strict: false }).compile<Env>(Env)
  const asWritten = { ...given }
  if (!validate(given)) throw new ConfigError(explain(validate.errors?.[0], asWritten))
  if (given.ADMIN_PASSWORD !== '' && !isAcceptablePassword(given.ADMIN_PASSWORD)) {
    throw new ConfigError('ADMIN_PASSWORD: use 8 to 16 characters, at least two of letters, digits and ~!@#$%^&*?')
  }
  const problem = noticeProblem(given) ?? identityProblem(given) ?? outboundProblem(given)
  if (problem !== undefined) throw new ConfigError(problem)
  if (given.PASSWORD_BREACHED_FILE !== '' && !existsSync(given.PASSWORD_BREACHED_FILE)) {
    throw new ConfigError(`PASSWORD_BREACHED_FILE: there is no ${given.PASSWORD_BREACHED_FILE}; fix the path`)
  }
  const wrong = remoteOrigins(given).find((origin) => !isPlainOrigin(origin))
  if (wrong !== undefined) {
    throw new ConfigError(`REMOTE_ORIGINS: ${wrong} is no origin; write https://host, with commas between several`)
  }
  return { ...given, DATA_DIR: path.resolve(given.DATA_DIR), CONSOLE_DIR: path.resolve(given.CONSOLE_DIR) }
}

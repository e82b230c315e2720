import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AndFilter,
  Client,
  EqualityFilter,
  type Filter,
  FilterParser,
  InvalidCredentialsError,
  NoSuchObjectError,
  SizeLimitExceededError,
} from 'ldapts'
import type { Logger } from 'pino'
import { ConfigError, type Env } from '../../env.ts'

/** Longest that a directory is waited for, from the connection to its last word. */
const LIMIT_MS = 5_000

/** Somebody whom the directory knows and whose password was right. */
export interface DirectoryPerson {
  account: string
  name: string
}

/** A company's directory (LDAP), asked whether a password is right. */
export interface Directory {
  isEnabled: boolean
  /** @returns undefined when account or password are wrong @throws Error when the directory cannot be asked */
  verify(account: string, password: string): Promise<DirectoryPerson | undefined>
}

type Settings = Pick<
  Env,
  | 'LDAP_URL'
  | 'LDAP_START_TLS'
  | 'LDAP_CA_FILE'
  | 'LDAP_BIND_DN'
  | 'LDAP_BIND_PASSWORD'
  | 'LDAP_BASE_DN'
  | 'LDAP_ACCOUNT_ATTRIBUTE'
  | 'LDAP_NAME_ATTRIBUTE'
  | 'LDAP_FILTER'
>

const readCa = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`LDAP_CA_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code}); fix the path`)
  }
}

const readFilter = (text: string): Filter | undefined => {
  if (text === '') return undefined
  try {
    return FilterParser.parseString(/^\([&|!]/.test(text) ? text : `(${text})`)
  } catch {
    throw new ConfigError(`LDAP_FILTER=${text}: is no LDAP filter; write it as objectClass=person`)
  }
}

const firstText = (value: unknown): string => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

/** The settings as one conversation needs them, checked once at the start. */
function readSettings(env: Settings) {
  const { hostname } = new URL(env.LDAP_URL)
  const tls = {
    // Without it the certificate of StartTLS would be compared with "localhost".
    host: hostname,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    minVersion: 'TLSv1.2' as const,
    ...(env.LDAP_CA_FILE !== '' && { ca: readCa(env.LDAP_CA_FILE) }),
  }
  const mustHold = readFilter(env.LDAP_FILTER)
  const isPlain = env.LDAP_URL.startsWith('ldap://')
  const filterFor = (account: string): Filter => {
    // Filters are built as objects: what somebody typed is a value in them and never syntax.
    const isThis = new EqualityFilter({ attribute: env.LDAP_ACCOUNT_ATTRIBUTE, value: account })
    return mustHold ? new AndFilter({ filters: [mustHold, isThis] }) : isThis
  }
  return { tls, isPlain, filterFor }
}

/** Whether the directory said that this password is not the one. */
async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    // Some directories say so of a name that does not exist.
    if (error instanceof InvalidCredentialsError || error instanceof NoSuchObjectError) return false
    throw error
  }
}

/** The only entry that fits; undefined for none and for several. */
async function findOne(client: Client, base: string, filter: Filter, attributes: string[]) {
  try {
    // Two are as wrong as a thousand.
    const { searchEntries } = await client.search(base, { scope: 'sub', filter, attributes, sizeLimit: 2 })
    return searchEntries.length === 1 ? searchEntries[0] : undefined
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return undefined
    throw error
  }
}

const within = async <Result>(work: Promise<Result>): Promise<Result> => {
  const done = new AbortController()
  const limit = wait(LIMIT_MS, undefined, { signal: done.signal }).then(
    () => {
      throw new Error(`the directory did not answer within ${LIMIT_MS / 1000} s`)
    },
    // The work was faster.
    () => work,
  )
  try {
    return await Promise.race([work, limit])
  } finally {
    done.abort()
  }
}

/** Prepares the directory of the settings; connects to it only while somebody signs in. */
export function createDirectory(env: Settings, log: Logger): Directory {
  if (env.LDAP_URL === '') return { isEnabled: false, verify: async () => undefined }
  const { tls, isPlain, filterFor } = readSettings(env)
  const [accountName, displayName] = [env.LDAP_ACCOUNT_ATTRIBUTE, env.LDAP_NAME_ATTRIBUTE]

  const ask = async (client: Client, account: string, password: string) => {
    if (isPlain && env.LDAP_START_TLS) await client.startTLS(tls)
    if (env.LDAP_BIND_DN !== '') await client.bind(env.LDAP_BIND_DN, env.LDAP_BIND_PASSWORD)
    const entry = await findOne(client, env.LDAP_BASE_DN, filterFor(account), [accountName, displayName])
    // Asked about nobody as well, so that how long it takes does not tell whom the directory knows.
    const isRight = await binds(client, entry?.dn ?? `cn=${randomUUID()},${env.LDAP_BASE_DN}`, password)
    if (!entry || !isRight) return undefined
    // The directory compares loosely; what it stores is the account, whatever was typed.
    const stored = firstText(entry[accountName]) || account
    return { account: stored, name: firstText(entry[displayName]) || stored }
  }

  return {
    isEnabled: true,
    verify: async (account, password) => {
      // A directory takes an empty password for no password and says yes to everybody.
      if (password === '' || account.trim() === '') return undefined
      const client = new Client({
        url: env.LDAP_URL,
        timeout: LIMIT_MS,
        connectTimeout: LIMIT_MS,
        // For ldap:// this would begin with TLS; there it is for StartTLS alone.
        ...(!isPlain && { tlsOptions: tls }),
      })
      try {
        return await within(ask(client, account.trim(), password))
      } finally {
        client
          .unbind()
          .catch((error: unknown) => log.debug({ err: error }, 'the directory was gone before the good-bye'))
      }
    },
  }
}

import { Permission, State } from '@windlass/shared-kit/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { CONFIG_KINDS, type ConfigEntry, type ConfigKind, type ConfigValue } from './configKinds.ts'

export type ConfigDocument = Record<string, ConfigEntry[]>

/** The entries of a console by list and key, with their ids. */
export interface ConfigState {
  entries: Map<string, Map<string, { id: number; entry: ConfigEntry }>>
  /** The columns of each list that hold numbers. */
  numbers: ReadonlyMap<string, ReadonlySet<string>>
  /** Key by id, for what names an entry. */
  keyOf(list: string, id: number): string
  idOf(list: string, key: string): number | undefined
}

/** Stands for "everywhere", which is no namespace. */
export const EVERYWHERE = '*'

const PERMISSION_KEYS = new Map<number, string>(Object.entries(Permission).map(([key, id]) => [id, key]))
const PERMISSION_IDS = new Map<string, number>(Object.entries(Permission))

type Row = Record<string, unknown> & { id: number }

/** What an entry is known by: its namespace and its names. */
const keyOfEntry = (kind: ConfigKind, entry: ConfigEntry): string =>
  [
    ...(kind.refs?.['namespace_id'] === undefined || kind.key.includes('server_id') ? [] : [entry['namespace_id']]),
    ...kind.key.map((column) => entry[column]),
  ]
    .map(String)
    .join(' / ')

/** The key of an entry among those that came before it: the second of a name gets a number behind it. */
export function ownKey(kind: ConfigKind, entry: ConfigEntry, before: { has(key: string): boolean }): string {
  const plain = keyOfEntry(kind, entry)
  const isTaken = (key: string) => before.has(key) || (kind.list === 'namespaces' && key === EVERYWHERE)
  let key = plain
  for (let serial = 2; isTaken(key); serial++) key = `${plain} #${serial}`
  return key
}

function parsed(value: unknown): unknown {
  return value === '' ? null : JSON.parse(String(value))
}

async function entryOf(db: Db, kind: ConfigKind, row: Row, state: ConfigState): Promise<ConfigEntry> {
  const entry: ConfigEntry = {}
  for (const column of kind.columns) {
    const value = row[column]
    const list = kind.refs?.[column]
    const purpose = kind.secrets?.[column]
    if (list !== undefined) entry[column] = state.keyOf(list, Number(value))
    else if (purpose !== undefined && value !== '') entry[column] = { encrypted: value }
    else entry[column] = kind.json?.includes(column) ? parsed(value) : value
  }
  const { links } = kind
  if (!links) return entry
  const { rows } = await sql<{ other: number }>`select ${sql.ref(links.other)} as other from ${sql.table(links.table)}
    where ${sql.ref(links.own)} = ${row.id} order by id`.execute(db)
  entry[links.field] = rows
    .map(({ other }) => state.keyOf(links.list, other))
    .filter((key) => key !== '')
    .sort()
  return entry
}

/** A task of a server that is gone, for instance, is no use to anybody. */
const leadsNowhere = ({ refs = {}, optional = [] }: ConfigKind, entry: ConfigEntry): boolean =>
  Object.keys(refs).some((column) => entry[column] === '' && !optional.includes(column))

async function numbersOf(db: Db): Promise<ConfigState['numbers']> {
  const tables = await db.introspection.getTables()
  return new Map(
    CONFIG_KINDS.map(({ list, table }) => {
      const columns = tables.find(({ name }) => name === table)?.columns ?? []
      return [list, new Set(columns.filter(({ dataType }) => /int/i.test(dataType)).map(({ name }) => name))]
    }),
  )
}

async function rowsOf(db: Db, { table, isRemovedByState = false }: ConfigKind): Promise<Row[]> {
  const there = isRemovedByState ? sql`where state = ${State.Enabled}` : sql``
  return (await sql<Row>`select * from ${sql.table(table)} ${there} order by id`.execute(db)).rows
}

/** Reads the configuration of a console. Two entries of one name are told apart by a number behind it. */
export async function readConfig(database: Db): Promise<ConfigState> {
  const db = database.withoutPlugins()
  const entries: ConfigState['entries'] = new Map()
  const keys = new Map<string, Map<number, string>>()
  const state: ConfigState = {
    entries,
    numbers: await numbersOf(db),
    keyOf: (list, id) => {
      if (list === 'permissions') return PERMISSION_KEYS.get(id) ?? ''
      return id === 0 ? (list === 'namespaces' ? EVERYWHERE : '') : (keys.get(list)?.get(id) ?? '')
    },
    idOf: (list, key) => {
      if (list === 'permissions') return PERMISSION_IDS.get(key)
      return key === '' || key === EVERYWHERE ? 0 : entries.get(list)?.get(key)?.id
    },
  }
  for (const kind of CONFIG_KINDS) {
    const found = new Map<string, { id: number; entry: ConfigEntry }>()
    const names = new Map<number, string>()
    entries.set(kind.list, found)
    keys.set(kind.list, names)
    for (const row of await rowsOf(db, kind)) {
      const entry = await entryOf(db, kind, row, state)
      if (leadsNowhere(kind, entry)) continue
      const key = ownKey(kind, entry, found)
      found.set(key, { id: row.id, entry })
      names.set(row.id, key)
    }
  }
  return state
}

/** The document, with secrets as they are stored or as names of variables that hold them. */
export function documentOf({ entries }: ConfigState, isReferred: boolean): ConfigDocument {
  const document: ConfigDocument = {}
  const variables = new Set<string>()
  // Names without a Latin letter would all have the same variable, and one secret would go to many.
  const variableOf = (...parts: readonly string[]): string => {
    const plain = ['WINDLASS', ...parts]
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
    let name = plain
    for (let serial = 2; variables.has(name); serial++) name = `${plain}_${serial}`
    variables.add(name)
    return name
  }
  for (const { list, secrets = {} } of CONFIG_KINDS) {
    document[list] = [...(entries.get(list) ?? [])].map(([key, { entry }]) => {
      if (!isReferred) return entry
      const hidden = Object.keys(secrets).filter((column) => entry[column] !== '')
      const named = hidden.map((column) => [column, { env: variableOf(list, key, column) }])
      return { ...entry, ...Object.fromEntries(named) }
    })
  }
  return document
}

const OTHER_CONSOLE =
  'this was encrypted for another console: export there with --secrets references, or use its ENCRYPTION_KEY here'

/** The plain text of a secret of the document. @throws Error when it is of another console, or its variable is not set */
export function openSecret(
  value: ConfigValue,
  purpose: string,
  secrets: Secrets,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { encrypted, env: variable } = typeof value === 'object' && value !== null ? (value as ConfigEntry) : {}
  if (typeof encrypted === 'string') {
    try {
      return secrets.decrypt(encrypted, purpose)
    } catch (cause) {
      throw new Error(OTHER_CONSOLE, { cause })
    }
  }
  if (typeof variable !== 'string' || variable === '')
    throw new Error('write { env: NAME } with the name of a variable that holds it')
  const text = env[variable]
  if (text === undefined) throw new Error(`set the variable ${variable}`)
  return text
}

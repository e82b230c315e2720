import { Permission } from '@windlass/shared-kit/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { CONFIG_KINDS, type ConfigKind } from './configKinds.ts'

export type ConfigValue = unknown
export type ConfigEntry = Record<string, ConfigValue>
export type ConfigDocument = Record<string, ConfigEntry[]>

/** The entries of a console by list and key, with their ids. */
export interface ConfigState {
  entries: Map<string, Map<string, { id: number; entry: ConfigEntry }>>
  /** Key by id, for what names an entry. */
  keyOf(list: string, id: number): string
  idOf(list: string, key: string): number | undefined
}

/** Stands for "everywhere", which is no namespace. */
const EVERYWHERE = '*'

const PERMISSION_KEYS = new Map<number, string>(Object.entries(Permission).map(([key, id]) => [id, key]))
const PERMISSION_IDS = new Map<string, number>(Object.entries(Permission))

type Row = Record<string, unknown> & { id: number }

/** What an entry is known by: its namespace and its names. */
export const keyOfEntry = (kind: ConfigKind, entry: ConfigEntry): string =>
  [
    ...(kind.refs?.['namespace_id'] === undefined || kind.list === 'rules' ? [] : [entry['namespace_id']]),
    ...kind.key.map((column) => entry[column]),
  ]
    .map(String)
    .join(' / ')

function parsed(value: unknown): unknown {
  return value === '' ? null : JSON.parse(String(value))
}

async function entryOf(db: Db, kind: ConfigKind, row: Row, state: ConfigState): Promise<ConfigEntry> {
  const entry: ConfigEntry = {}
  for (const column of kind.columns) {
    const value = row[column]
    const list = kind.refs?.[column]
    if (list !== undefined) entry[column] = state.keyOf(list, Number(value))
    else if (kind.secrets?.[column] !== undefined) entry[column] = value === '' ? '' : { encrypted: value }
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

/** Reads the configuration of a console. Two entries of one name are told apart by a number behind it. */
export async function readConfig(db: Db): Promise<ConfigState> {
  const entries: ConfigState['entries'] = new Map()
  const keys = new Map<string, Map<number, string>>()
  const state: ConfigState = {
    entries,
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
    const { rows } = await sql<Row>`select * from ${sql.table(kind.table)} order by id`.execute(db.withoutPlugins())
    for (const row of rows) {
      const entry = await entryOf(db, kind, row, state)
      const plain = keyOfEntry(kind, entry)
      let key = plain
      for (let serial = 2; found.has(key); serial++) key = `${plain} #${serial}`
      found.set(key, { id: row.id, entry })
      names.set(row.id, key)
    }
  }
  return state
}

/** The document, with secrets as they are stored or as names of variables that hold them. */
export function documentOf({ entries }: ConfigState, isReferred: boolean): ConfigDocument {
  const document: ConfigDocument = {}
  for (const { list, secrets = {} } of CONFIG_KINDS) {
    document[list] = [...(entries.get(list) ?? [])].map(([key, { entry }]) => {
      if (!isReferred) return entry
      const hidden = Object.keys(secrets).filter((column) => entry[column] !== '')
      return {
        ...entry,
        ...Object.fromEntries(hidden.map((column) => [column, { env: variableOf(list, key, column) }])),
      }
    })
  }
  return document
}

const variableOf = (list: string, key: string, column: string): string =>
  `WINDLASS_${list}_${key}_${column}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')

/** The plain text of a secret of the document. @throws Error when it is of another console, or its variable is not set */
export function openSecret(
  value: ConfigValue,
  purpose: string,
  secrets: Secrets,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (value === '' || typeof value !== 'object' || value === null)
    throw new Error('write { env: NAME } with the name of a variable that holds it')
  const encrypted: unknown = Reflect.get(value, 'encrypted')
  if (typeof encrypted === 'string') return secrets.decrypt(encrypted, purpose)
  const name = String(Reflect.get(value, 'env') ?? '')
  const text = env[name]
  if (text === undefined) throw new Error(`set the variable ${name}`)
  return text
}

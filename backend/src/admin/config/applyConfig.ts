import { sql } from 'kysely'
import { CommandError, refused } from '../../commandLine/commandError.ts'
import { createNamespaceStore } from '../../modules/namespace/namespace.store.ts'
import type { Db } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ConfigKind } from './configKinds.ts'
import type { ConfigChange, ConfigPlan } from './planConfig.ts'
import type { ConfigState } from './readConfig.ts'

interface Tools {
  state: ConfigState
  secrets: Secrets
}

/** Plans name what is missing; this is what went while a person read one. */
const idOf = ({ state }: Tools, list: string, key: unknown): number => {
  const id = state.idOf(list, String(key))
  if (id === undefined)
    throw refused(
      'reference',
      `there is no ${String(key)} among the ${list}: add it to the document, or correct the name`,
    )
  return id
}

/** A value as its column holds it. */
function stored({ kind }: ConfigChange, field: string, value: unknown, tools: Tools): unknown {
  const list = kind.refs?.[field]
  if (list !== undefined) return idOf(tools, list, value)
  const purpose = kind.secrets?.[field]
  if (purpose !== undefined) return tools.secrets.encrypt(String(value), purpose)
  if (kind.json?.includes(field)) return value === null ? '' : JSON.stringify(value)
  return value
}

async function writeLinks(
  db: Db,
  change: ConfigChange,
  id: number,
  keys: unknown,
  tools: Tools,
  now: number,
): Promise<void> {
  const { links } = change.kind
  if (!links || !Array.isArray(keys)) return
  const wanted = keys.map((key) => idOf(tools, links.list, key))
  await sql`delete from ${sql.table(links.table)} where ${sql.ref(links.own)} = ${id}`.execute(db)
  for (const other of new Set(wanted)) {
    await sql`insert into ${sql.table(links.table)} (${sql.ref(links.own)}, ${sql.ref(links.other)}, insert_time, update_time)
      values (${id}, ${other}, ${now}, ${now})`.execute(db)
  }
}

/** What belongs to a new entry besides its row. */
async function settle(db: Db, kind: ConfigKind, id: number, now: number): Promise<void> {
  if (kind.table === 'monitor') await db.insertInto('monitorState').values({ monitorId: id, nextDue: now }).execute()
  if (kind.table !== 'namespace') return
  const namespaces = createNamespaceStore(db)
  await namespaces.bind(id, await namespaces.superManagerIds(), 0)
}

async function applyChange(db: Db, change: ConfigChange, tools: Tools, now: number): Promise<number> {
  const { kind, fields } = change
  const columns = fields.filter(({ field }) => field !== kind.links?.field)
  const values = columns.map(({ field, after }) => [field, stored(change, field, after, tools)] as const)
  let { id } = change
  if (id === 0) {
    const all = [...values, ['insert_time', now] as const, ['update_time', now] as const]
    const { rows } = await sql<{
      id: number
    }>`insert into ${sql.table(kind.table)} (${sql.join(all.map(([name]) => sql.ref(name)))})
      values (${sql.join(all.map(([, value]) => sql.val(value)))}) returning id`.execute(db)
    id = rows[0]?.id ?? 0
    await settle(db, kind, id, now)
  } else {
    const all = [...values, ['update_time', now] as const]
    if (kind.table === 'template') await sql`update template set version = version + 1 where id = ${id}`.execute(db)
    await sql`update ${sql.table(kind.table)} set ${sql.join(all.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(
      db,
    )
  }
  const linked = fields.find(({ field }) => field === kind.links?.field)
  if (linked) await writeLinks(db, change, id, linked.after, tools, now)
  return id
}

/** The columns of a database refuse more than a plan can foresee: lengths, for instance. */
function asRefusal({ kind, key }: ConfigChange, error: unknown): CommandError {
  if (error instanceof CommandError) return error
  const message = error instanceof Error ? error.message : String(error)
  return refused('database', `${kind.list} ${key}: the database does not take it (${message}). Nothing was changed.`)
}

/** Does all of a plan or nothing of it. @throws CommandError when an entry names one that is not there */
export async function applyConfig(db: Db, { changes }: ConfigPlan, tools: Tools): Promise<void> {
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    for (const change of changes) {
      const id = await applyChange(trx, change, tools, now).catch((error: unknown) => {
        throw asRefusal(change, error)
      })
      tools.state.entries.get(change.kind.list)?.set(change.key, { id, entry: {} })
    }
  })
}

import { Permission } from '@windlass/shared-kit/contract'
import { type Arbitrary, array, constant, integer, jsonValue, nat, record, shuffledSubarray, string } from 'fast-check'
import { sql } from 'kysely'
import { CONFIG_KINDS, type ConfigKind } from '../config/configKinds.ts'
import type { OpenConsole } from '../openConsole.ts'

const NAME_LENGTH = 5
const ROWS = 4
const PICKS = 1000

/** Rows of one list; references are numbers that are taken round what there is. */
type Rows = Record<string, unknown>[]
export type AnyConfiguration = Record<string, Rows>

/** What both engines and a YAML file hold: no NUL, no half characters. */
const anyText = string({ unit: 'binary', maxLength: NAME_LENGTH }).map((text) => text.replaceAll('\0', ' '))
const someText = anyText.map((text) => `x${text}`)
const anyItems = array(record({ name: someText, command: someText }), { maxLength: 3 }).map((items) =>
  items.map(({ name, command }, index) => ({ name: `${index}${name}`.trim(), command: command.trim() })),
)
const EXPRESSIONS = ['0 */5 * * * *', '30 0 2 * * 1-5', '0 0 0 1 1 *'] as const

/** Values that have a form of their own. */
const OF_LIST: Record<string, Record<string, Arbitrary<unknown>>> = {
  command_sets: { items: anyItems },
  crons: {
    expression: nat(EXPRESSIONS.length - 1).map((index) => EXPRESSIONS[index]),
    command: nat(ROWS).map((index) => `/usr/bin/job --part ${index}`),
  },
}

function fieldOf(kind: ConfigKind, column: string, numbers: ReadonlySet<string>): Arbitrary<unknown> {
  const own = OF_LIST[kind.list]?.[column]
  if (own !== undefined) return own
  if (column === 'state') return constant(1)
  if (kind.refs?.[column] !== undefined) return nat(PICKS)
  if (kind.json?.includes(column)) return jsonValue({ maxDepth: 2, stringUnit: 'binary' }).map(withoutNul)
  if (numbers.has(column)) return integer({ min: 0, max: 2 ** 31 - 1 })
  // Few names, so that two of a name come up.
  return column === 'name' ? anyText.map((text) => `n${text.slice(0, 2)}`) : anyText
}

const withoutNul = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(String.raw`\u0000`, ' '))

/** Configurations as a console may hold them: every kind, with whatever text its columns take. */
export function anyConfiguration(numbers: ReadonlyMap<string, ReadonlySet<string>>): Arbitrary<AnyConfiguration> {
  const lists = CONFIG_KINDS.map((kind) => {
    if (kind.isFixed)
      return [kind.list, array(record({ title: anyText, template: anyText }), { maxLength: ROWS })] as const
    const fields = kind.columns.map((column) => [column, fieldOf(kind, column, numbers.get(kind.list) ?? new Set())])
    const links = kind.links ? { [kind.links.field]: shuffledSubarray(Object.values(Permission)) } : {}
    const row = record({ ...Object.fromEntries(fields), ...links })
    return [kind.list, array(row, { maxLength: ROWS })] as const
  })
  return record(Object.fromEntries(lists)) as Arbitrary<AnyConfiguration>
}

/** Puts a configuration into a console by its tables alone. */
export async function fillConsole({ db, secrets }: OpenConsole, configuration: AnyConfiguration): Promise<void> {
  const idsOf = async (list: string) => {
    const table = CONFIG_KINDS.find((kind) => kind.list === list)?.table ?? ''
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const pick = async (list: string, value: unknown, isOptional: boolean) => {
    const ids = [...(list === 'namespaces' || isOptional ? [0] : []), ...(await idsOf(list))]
    return ids[Number(value) % ids.length]
  }
  for (const kind of CONFIG_KINDS) {
    if (kind.isFixed) {
      for (const [index, row] of (configuration[kind.list] ?? []).entries())
        await sql`update ${sql.table(kind.table)} set title = ${row['title']}, template = ${row['template']} where id = ${index + 1}`.execute(
          db,
        )
      continue
    }
    for (const [index, row] of (configuration[kind.list] ?? []).entries()) {
      const needed = Object.entries(kind.refs ?? {}).filter(([column]) => !kind.optional?.includes(column))
      const isOrphan = await Promise.all(needed.map(([, list]) => pick(list, 0, false)))
      if (isOrphan.includes(undefined)) continue
      const values: [string, unknown][] = []
      for (const column of kind.columns) {
        const value = row[column]
        const [list, purpose] = [kind.refs?.[column], kind.secrets?.[column]]
        if (list !== undefined) values.push([column, await pick(list, value, kind.optional?.includes(column) ?? false)])
        else if (purpose !== undefined) values.push([column, secrets.encrypt(String(value), purpose)])
        else if (kind.json?.includes(column)) values.push([column, JSON.stringify(value)])
        else if (kind.unique?.includes(column) && typeof value === 'string') values.push([column, `${value}${index}`])
        else values.push([column, value])
      }
      const { rows } = await sql<{ id: number }>`insert into ${sql.table(kind.table)}
        (${sql.join(values.map(([column]) => sql.ref(column)))}, insert_time, update_time)
        values (${sql.join(values.map(([, value]) => sql.val(value)))}, 1, 1) returning id`.execute(db)
      await link(db, kind, rows[0]?.id ?? 0, row)
    }
  }

  async function link(to: OpenConsole['db'], { links }: ConfigKind, id: number, row: Record<string, unknown>) {
    if (!links) return
    const numbers = row[links.field] as number[]
    const others = links.list === 'permissions' ? numbers : (await idsOf(links.list)).slice(0, numbers.length)
    for (const other of others) {
      await sql`insert into ${sql.table(links.table)} (${sql.ref(links.own)}, ${sql.ref(links.other)}, insert_time, update_time)
        values (${id}, ${other}, 1, 1)`.execute(to)
    }
  }
}

/** Remembers how the tables of a configuration stand. @returns what puts them back */
export async function rememberTables({ db }: OpenConsole): Promise<() => Promise<void>> {
  const linked = CONFIG_KINDS.flatMap(({ links }) => (links ? [links.table] : []))
  const tables = [...CONFIG_KINDS.map(({ table }) => table), ...linked, 'namespace_user', 'monitor_state']
  const plain = db.withoutPlugins()
  const kept = new Map<string, Record<string, unknown>[]>()
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(plain)
    kept.set(table, rows)
  }
  return async () => {
    for (const [table, rows] of kept) {
      await sql`delete from ${sql.table(table)}`.execute(plain)
      for (const row of rows) {
        const columns = Object.entries(row)
        await sql`insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
          values (${sql.join(columns.map(([, value]) => sql.val(value)))})`.execute(plain)
      }
    }
  }
}

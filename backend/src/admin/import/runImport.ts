import type { Insertable, Kysely } from 'kysely'
import { refused } from '../../commandLine/commandError.ts'
import type { Output } from '../../commandLine/output.ts'
import type { Db } from '../../platform/db.ts'
import type { Tables } from '../../platform/schema.ts'
import { type FieldReader, fieldReader } from './fieldReader.ts'
import { loadIdMap } from './idMap.ts'
import type { ImportPart, ImportTools, Outcome } from './importPart.ts'
import { IMPORT_PARTS, LEFT_BEHIND } from './importParts.ts'
import type { ImportSource, SourceRow } from './importSource.ts'
import { recordPublishes } from './recordPublishes.ts'

/** Rows of a log that go into one transaction. */
const BATCH = 500
const SHOWN_IDS = 5

/** What became of the rows of one table. */
export interface PartReport {
  part: string
  found: number
  /** Came over in this run. */
  added: number
  /** Came over before, or are the same as ours. */
  same: number
  /** Left out, by reason, with the first of their ids. */
  left: { reason: string; count: number; ids: number[] }[]
}

/** What an import did, or would do. */
export interface ImportReport {
  source: string
  isDry: boolean
  parts: PartReport[]
  /** Sentences about single rows that somebody should read. */
  notes: string[]
  leftBehind: { table: string; reason: string }[]
}

/** How an import is run. */
export interface ImportOrder {
  source: ImportSource
  /** Names the other console, so that a second run knows what came over. */
  name: string
  zone: string
  files: string
  isDry: boolean
  withoutLogs: boolean
}

type Surroundings = Pick<ImportTools, 'env' | 'secrets'> & { db: Db; output: Output }

interface Run {
  order: ImportOrder
  tools: ImportTools
  db: Db
  report: ImportReport
}

const emptyReport = (part: string): PartReport => ({ part, found: 0, added: 0, same: 0, left: [] })

function leave(report: PartReport, reason: string, id: number): void {
  const known = report.left.find((each) => each.reason === reason)
  if (!known) report.left.push({ reason, count: 1, ids: [id] })
  else {
    known.count++
    if (known.ids.length < SHOWN_IDS) known.ids.push(id)
  }
}

async function insertRow(tools: ImportTools, table: keyof Tables, values: object): Promise<number> {
  // The part has typed them for its table; here only the name of the table is left.
  const rows = values as Insertable<Tables['namespace']>
  return (
    await tools.db
      .insertInto(table as 'namespace')
      .values(rows)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

async function takeRow(run: Run, part: ImportPart, report: PartReport, source: SourceRow): Promise<void> {
  const { order, tools } = run
  const row = fieldReader(source, order.zone)
  report.found++
  if (tools.ids.of(part.name, row.id) !== undefined) {
    report.same++
    return
  }
  const outcome: Outcome<keyof Tables> = await part.convert(row, tools)
  if ('skip' in outcome) return leave(report, outcome.skip, row.id)
  if (outcome.note !== undefined) run.report.notes.push(outcome.note)
  const isAdopted = 'adopt' in outcome
  const id = isAdopted ? outcome.adopt : await insertRow(tools, part.into, outcome.insert)
  tools.ids.add(part.name, row.id, id, isAdopted)
  if (isAdopted) report.same++
  else report.added++
  await tools.db
    .insertInto('importMap')
    .values({ source: order.name, part: part.name, sourceId: row.id, targetId: id, isAdopted: isAdopted ? 1 : 0 })
    .execute()
  if (isAdopted) return
  await part.after?.(id, row, tools)
  if (!order.isDry) await part.copy?.(id, row, tools)
}

/** SQLite refuses at once to write in a transaction that began by reading, if a running console has written since. */
const writeFirst = (trx: Kysely<Tables>) =>
  trx.updateTable('importProgress').set({ lastId: 0 }).where('source', '=', '')

async function inTransaction(run: Run, work: () => Promise<void>): Promise<void> {
  await run.db.transaction().execute(async (trx) => {
    await writeFirst(trx).execute()
    run.tools.db = trx
    await work()
  })
  run.tools.db = run.db
}

/** Settings come over as a whole or not at all, table by table; what has files row by row, as others wait meanwhile. */
async function takePart(run: Run, part: ImportPart, report: PartReport): Promise<void> {
  const rows = run.order.source.rows(part.from, 0)
  const takeAll = async () => {
    for await (const row of rows) await takeRow(run, part, report, row)
  }
  if (run.order.isDry) return takeAll()
  if (!part.copy) return inTransaction(run, takeAll)
  for await (const row of rows) await inTransaction(run, () => takeRow(run, part, report, row))
}

async function takeBatch(run: Run, part: ImportPart, report: PartReport, batch: readonly SourceRow[]): Promise<void> {
  const { order, tools, db } = run
  const inserts: { row: FieldReader; values: object }[] = []
  const readers = batch.map((source) => fieldReader(source, order.zone))
  for (const row of readers) {
    report.found++
    const outcome = await part.convert(row, tools)
    if ('skip' in outcome) leave(report, outcome.skip, row.id)
    else if ('insert' in outcome) inserts.push({ row, values: outcome.insert })
  }
  report.added += inserts.length
  if (order.isDry) return
  const lastId = readers.at(-1)?.id ?? 0
  const progress = { source: order.name, part: part.name, lastId, updateTime: Date.now() }
  await db.transaction().execute(async (trx) => {
    if (part.copy) {
      const inside = { ...tools, db: trx }
      for (const { row, values } of inserts) await part.copy(await insertRow(inside, part.into, values), row, inside)
    } else if (inserts.length > 0) {
      const rows = inserts.map(({ values }) => values) as Insertable<Tables['namespace']>[]
      await trx
        .insertInto(part.into as 'namespace')
        .values(rows)
        .execute()
    }
    await trx
      .insertInto('importProgress')
      .values(progress)
      .onConflict((conflict) =>
        conflict.columns(['source', 'part']).doUpdateSet({ lastId, updateTime: progress.updateTime }),
      )
      .execute()
  })
}

/** Logs come over batch by batch, so that a run that was broken off goes on where it ended. */
async function takeLog(run: Run, part: ImportPart, report: PartReport, tell: (count: number) => void): Promise<void> {
  const { order, db } = run
  const query = db
    .selectFrom('importProgress')
    .select('lastId')
    .where('source', '=', order.name)
    .where('part', '=', part.name)
  const lastId = Number((await query.executeTakeFirst())?.lastId ?? 0)
  // What was read before is known, whether it came over or had to stay.
  if (lastId > 0) report.found = report.same = await order.source.count(part.from, lastId)
  let batch: SourceRow[] = []
  for await (const row of order.source.rows(part.from, lastId)) {
    batch.push(row)
    if (batch.length < BATCH) continue
    await takeBatch(run, part, report, batch)
    batch = []
    tell(report.found)
  }
  if (batch.length > 0) await takeBatch(run, part, report, batch)
}

async function rolePermissionsOf(source: ImportSource): Promise<Map<number, number[]>> {
  const byRole = new Map<number, number[]>()
  for await (const row of source.rows('role_permission', 0)) {
    const roleId = Number(row['role_id'])
    byRole.set(roleId, [...(byRole.get(roleId) ?? []), Number(row['permission_id'])])
  }
  return byRole
}

function requireSchema(source: ImportSource): void {
  const missing = ['user', 'namespace', 'role', 'role_permission', 'server', 'project'].filter(
    (table) => !source.has(table),
  )
  if (missing.length === 0) return
  throw refused(
    'schema',
    `${source.name} has no table ${missing.join(', ')}: give the whole database of a console of version 1.6.0 or newer, or bring an older one up to date first`,
  )
}

async function takeParts(run: Run, parts: readonly ImportPart[], output: Output): Promise<void> {
  for (const part of parts) {
    const report = emptyReport(part.name)
    run.report.parts.push(report)
    const step = output.step(part.name)
    const tell = (count: number) => step.update(`${count} rows`)
    try {
      await (part.isLog === true ? takeLog(run, part, report, tell) : takePart(run, part, report))
    } catch (error) {
      step.fail()
      throw error
    }
    step.done(`${part.name}: ${report.added} new, ${report.same} known`)
  }
}

/** Does everything as it would be done, so that nothing is told that is not so, and takes it back. */
async function withoutTrace(run: Run, work: () => Promise<void>): Promise<void> {
  const trx = await run.db.startTransaction().execute()
  await writeFirst(trx).execute()
  run.tools.db = trx
  try {
    await work()
  } finally {
    await trx.rollback().execute()
    run.tools.db = run.db
  }
}

/** Brings over what has not come yet. Nothing of ours is changed but texts of notices that nobody has written into. */
export async function runImport(order: ImportOrder, { db, env, secrets, output }: Surroundings): Promise<ImportReport> {
  const { source, name, zone, files, isDry, withoutLogs } = order
  requireSchema(source)
  const report: ImportReport = { source: source.name, isDry, parts: [], notes: [], leftBehind: [] }
  const ids = await loadIdMap(db, name)
  const rolePermissions = await rolePermissionsOf(source)
  const tools: ImportTools = {
    db,
    env,
    secrets,
    ids,
    zone,
    now: Date.now(),
    files,
    rolePermissions,
  }
  const run: Run = { order, tools, db, report }
  const wanted = IMPORT_PARTS.filter((part) => source.has(part.from))
  const settings = () =>
    takeParts(
      run,
      wanted.filter(({ isLog }) => isLog !== true),
      output,
    )
  await (isDry ? withoutTrace(run, settings) : settings())
  if (!withoutLogs) {
    await takeParts(
      run,
      wanted.filter(({ isLog }) => isLog === true),
      output,
    )
  }
  if (!isDry) await recordPublishes(db)
  report.leftBehind = Object.entries(LEFT_BEHIND).flatMap(([table, reason]) =>
    source.has(table) ? [{ table, reason }] : [],
  )
  return report
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { OpenConsole } from '../openConsole.ts'
import { REFERENCES, SEALED_COLUMNS } from './consoleShape.ts'

const SHOWN_IDS = 10

/** Something that is wrong with a console. */
export interface Fault {
  /** `damage` must not be; `loss` is something missing that the console can live without. */
  kind: 'damage' | 'loss'
  message: string
}

const damage = (message: string): Fault => ({ kind: 'damage', message })
const listed = (ids: readonly number[]) => `${ids.slice(0, SHOWN_IDS).join(', ')}${ids.length > SHOWN_IDS ? ', …' : ''}`

async function databaseFaults({ database, db }: OpenConsole): Promise<Fault[]> {
  if (database.engine === 'postgres') return []
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
  const found = rows.map((row) => Object.values(row).join(' ')).filter((text) => text !== 'ok')
  return found.map((text) => damage(`the database file is damaged: ${text}`))
}

async function referenceFaults({ db }: OpenConsole): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [table, column, other] of REFERENCES) {
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(table)} t
      left join ${sql.table(other)} o on o.id = t.${sql.ref(column)}
      where o.id is null and t.${sql.ref(column)} <> 0 order by t.id limit 1000`.execute(db)
    if (rows.length === 0) continue
    const ids = listed(rows.map(({ id }) => id))
    faults.push({
      kind: 'loss',
      message: `${rows.length} rows of ${table} name a ${other} that is not there (id ${ids})`,
    })
  }
  return faults
}

async function secretFaults({ db, secrets }: OpenConsole): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [table, column, purpose] of SEALED_COLUMNS) {
    let last = 0
    const wrong: number[] = []
    for (;;) {
      const { rows } = await sql<{
        id: number
        sealed: string
      }>`select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where id > ${last} and ${sql.ref(column)} <> '' order by id limit 1000`.execute(db)
      for (const { id, sealed } of rows) {
        last = id
        try {
          secrets.decrypt(sealed, purpose)
        } catch {
          // What is asked is exactly whether it opens.
          wrong.push(id)
        }
      }
      if (rows.length === 0) break
    }
    if (wrong.length > 0) {
      faults.push(
        damage(
          `${column} of ${wrong.length} rows of ${table} cannot be decrypted (id ${listed(wrong)}): is ENCRYPTION_KEY the one they were written with? Otherwise enter them again`,
        ),
      )
    }
  }
  return faults
}

async function fileFaults({ db, env }: OpenConsole): Promise<Fault[]> {
  const faults: Fault[] = []
  const rows = await db
    .selectFrom('projectFile')
    .select(['id', 'projectId', 'filename', 'size'])
    .orderBy('id')
    .execute()
  for (const { projectId, filename, size } of rows) {
    const file = path.join(env.DATA_DIR, 'project-file', `project_${projectId}`, filename)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile())
      faults.push(damage(`${filename} of project ${projectId} is missing (${file}): upload it again`))
    else if (found.size !== Number(size))
      faults.push(
        damage(`${filename} of project ${projectId} has ${found.size} bytes in place of ${size}: upload it again`),
      )
  }
  return faults
}

/** Looks whether a console is whole: its database, what its rows name, its secrets and its files. */
export async function verifyConsole(opened: OpenConsole): Promise<Fault[]> {
  const found = [
    await databaseFaults(opened),
    await referenceFaults(opened),
    await secretFaults(opened),
    await fileFaults(opened),
  ]
  return found.flat()
}

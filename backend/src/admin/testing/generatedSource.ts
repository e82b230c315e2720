import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startMariaDb } from '../../testing/mariadb.ts'
import type { SourceRow } from '../import/importSource.ts'
import { COMPATIBLE_SCHEMA } from './compatibleSchema.ts'
import { generatedRows } from './generatedRows.ts'

/** As upgraded databases have them. */
const OLD_COLUMNS = `alter table server_process add server_id int unsigned not null default 0 first, add start varchar(255);
  alter table project add after_pull_script text, add odd_column blob`
const RECORDED = 20

/** A compatible server whose every table holds everything that its columns can hold. */
export interface GeneratedSource {
  /** What its database says it holds, which is not always what it was given. */
  rows: Readonly<Record<string, readonly SourceRow[]>>
  /** With the files of its projects and recordings, and the dumps. */
  folder: string
  /** Where it can be imported from: the database itself, and dumps. */
  live: string
  dump: string
  otherDump: string
  stop(): Promise<void>
}

async function writeFiles(folder: string, rows: GeneratedSource['rows']): Promise<void> {
  for (const { id } of rows['project'] ?? []) {
    const place = path.join(folder, `project-file/project_${id}`)
    await mkdir(path.join(place, 'config'), { recursive: true })
    await writeFile(path.join(place, 'a.env'), `a.env of ${id}`)
    await writeFile(path.join(place, 'config/🚢.yml'), `config/🚢.yml of ${id}`)
  }
  await mkdir(path.join(folder, 'terminal-log'))
  for (const { id } of (rows['terminal_log'] ?? []).slice(0, RECORDED)) {
    await writeFile(path.join(folder, `terminal-log/${id}.cast`), `recorded ${id}`)
  }
}

/** @param seed the same one makes the same rows */
export async function startGeneratedSource(seed: number): Promise<GeneratedSource> {
  const mariadb = await startMariaDb()
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-rows-'))
  const root = await mariadb.connect()
  await root.query(`create database console; use console; ${COMPATIBLE_SCHEMA}; ${OLD_COLUMNS}`)
  const rows: Record<string, SourceRow[]> = {}
  for (const [table, made] of Object.entries(generatedRows(seed))) {
    for (const row of made) await root.query('insert ignore into ?? set ?', [table, row])
    const [found] = await root.query({
      sql: 'select * from ?? order by id',
      values: [table],
      typeCast: (field) => field.string('utf8'),
    })
    rows[table] = found as SourceRow[]
  }
  await root.end()
  const [dump, otherDump] = [path.join(folder, 'usual.sql'), path.join(folder, 'other.sql')]
  await writeFile(dump, await mariadb.dump('console'))
  const otherwise = ['--skip-opt', '--complete-insert', '--hex-blob', '--order-by-primary', '--databases']
  await writeFile(otherDump, await mariadb.dump('console', otherwise))
  await writeFiles(folder, rows)
  return {
    ...{ rows, folder, dump, otherDump },
    live: `mysql://${mariadb.user}@localhost/console?socket=${encodeURIComponent(mariadb.socket)}`,
    stop: async () => {
      await mariadb.stop()
      await rm(folder, { recursive: true })
    },
  }
}

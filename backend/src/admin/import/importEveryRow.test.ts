import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPATIBLE_TABLES } from '../testing/compatibleSchema.ts'
import { EXPECTED_LOGS } from '../testing/expectedLogs.ts'
import { type Expected, type Known, PERMISSIONS, textIn, timesIn } from '../testing/expectedReading.ts'
import { EXPECTED_SETTINGS } from '../testing/expectedRows.ts'
import { type GeneratedSource, startGeneratedSource } from '../testing/generatedSource.ts'
import {
  type Contents,
  type ImportedConsole,
  likenessOf,
  makeImportedConsole,
  type OurRow,
  withoutEmpty,
} from '../testing/importedConsole.ts'
import { LEFT_BEHIND } from './importParts.ts'
import type { SourceRow } from './importSource.ts'
import type { ImportReport } from './runImport.ts'

const SEED = 20_261_122
/** Three whole commands one after the other, and other tests on the same cores. */
const IMPORTS_MS = 300_000
/** Parts that are looked at in tests of their own. */
const APART = ['role', 'project_file', 'notification_template']
const CONTENTS = ['a.env', 'config/🚢.yml']

let source: GeneratedSource
beforeAll(async () => {
  source = await startGeneratedSource(SEED)
})
afterAll(() => source.stop())

const rowsIn = (table: string) => source.rows[table] ?? []
const idOf = (row: SourceRow) => Number(row['id'])

it('rows are made for every table, and every table is looked at or left behind', () => {
  const looked = Object.values({ ...EXPECTED_SETTINGS, ...EXPECTED_LOGS }).map(({ from }) => from)
  expect([...looked, ...Object.keys(LEFT_BEHIND), ...APART].sort()).toEqual(Object.keys(COMPATIBLE_TABLES).sort())
  expect(Object.keys(COMPATIBLE_TABLES).filter((table) => rowsIn(table).length === 0)).toEqual([])
})

describe.each([
  ['a live database', () => source.live],
  ['a dump', () => source.dump],
  ['a dump written otherwise', () => source.otherDump],
])('every row of every table, from %s,', (_name, address) => {
  let console: ImportedConsole
  let before: Contents
  let afterDry: Contents
  let after: Contents
  let dry: ImportReport
  let report: ImportReport
  let known: Known

  beforeAll(async () => {
    console = await makeImportedConsole(source)
    before = await console.contents()
    dry = await console.importing(address(), '--dry-run')
    afterDry = await console.contents()
    report = await console.importing(address())
    after = await console.contents()
    known = await console.known(after)
  }, IMPORTS_MS)
  afterAll(() => console.database.close())

  const find = (table: string, id: number | undefined): OurRow | undefined =>
    after[table]?.find((each) => each['id'] === id)
  const added = (table: string) => {
    const there = new Set(before[table]?.map(({ id }) => id))
    return (after[table] ?? []).filter(({ id }) => !there.has(id))
  }
  const told = (part: string) => report.parts.find((each) => each.part === part)

  /** An account that two people have: the first came. */
  const isTwin = (part: string, wanted: Expected) =>
    part === 'users' &&
    typeof wanted === 'object' &&
    rowsIn('user').some(
      (row) =>
        textIn(row, 'account').trim().toLowerCase() === String(wanted['account']).toLowerCase() &&
        known.of('users', idOf(row)) !== undefined,
    )

  /** What came of a row, beside what had to. */
  function look(part: string, into: string, row: SourceRow, wanted: Expected): [found: unknown, wanted: unknown] {
    const found = find(into, known.of(part, idOf(row)))
    if (wanted === 'stays') return [found, undefined]
    const isNobody = part === 'users' && typeof wanted === 'object' && wanted['account'] === ''
    if (!found && (isNobody || isTwin(part, wanted))) return [undefined, undefined]
    if (wanted === 'is there') return [found !== undefined, true]
    if (known.isAdopted(part, idOf(row))) return [likenessOf(part, found), likenessOf(part, wanted)]
    return [withoutEmpty(found, wanted), wanted]
  }

  it.each(Object.entries(EXPECTED_SETTINGS))('%s', (part, { from, into, expect: wanted }) => {
    const pairs = rowsIn(from).map((row) => look(part, into, row, wanted(row, known)))
    expect(pairs.map(([found]) => found)).toEqual(pairs.map(([, expected]) => expected))
    const came = rowsIn(from).filter((row) => known.of(part, idOf(row)) && !known.isAdopted(part, idOf(row))).length
    expect(came).toBeGreaterThan(0)
    expect(added(into)).toHaveLength(came)
    expect(told(part)).toMatchObject({ found: rowsIn(from).length, added: came })
  })

  it.each(Object.entries(EXPECTED_LOGS))('%s', (part, { from, into, expect: wanted }) => {
    const expected = rowsIn(from).flatMap((row) => {
      const some = wanted(row, known)
      return typeof some === 'object' ? [some] : []
    })
    expect(expected.length).toBeGreaterThan(0)
    expect(added(into).map((row, index) => withoutEmpty(row, expected[index] ?? {}))).toEqual(expected)
    expect(told(part)).toMatchObject({ found: rowsIn(from).length, added: expected.length })
  })

  it('roles, with what their people may do and nothing else', () => {
    for (const row of rowsIn('role')) {
      const found = find('role', known.of('roles', idOf(row)))
      const wanted = textIn(row, 'name').trim() || `role ${row['id']}`
      // Another name where one of ours has other permissions.
      const other = `${[...wanted].slice(0, 18).join('')} ${String(found?.['name']).split(' ').at(-1)}`
      expect([wanted, other]).toContain(found?.['name'])
      const own = { description: textIn(row, 'description'), ...timesIn(row) }
      expect(found).toMatchObject(known.isAdopted('roles', idOf(row)) ? {} : own)
      const held = (after['rolePermission'] ?? []).filter((each) => each['roleId'] === found?.['id'])
      const permissions = rowsIn('role_permission')
        .filter((each) => each['role_id'] === row['id'] && PERMISSIONS.has(Number(each['permission_id'])))
        .map((each) => Number(each['permission_id']))
      expect(held.map((each) => Number(each['permissionId'])).sort()).toEqual(permissions.sort())
    }
  })

  it('files of projects, with what is in them, and recordings', async () => {
    const files = after['projectFile'] ?? []
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const row = rowsIn('project_file').find((each) => known.of('files of projects', idOf(each)) === file['id'])
      const content = `${file['filename']} of ${row?.['project_id']}`
      expect(CONTENTS).toContain(file['filename'])
      expect(file).toMatchObject({ size: Buffer.byteLength(content), mode: 0o644, version: 1, ...timesIn(row ?? {}) })
      expect(file['projectId']).toBe(known.of('projects', Number(row?.['project_id'])))
      const place = path.join(console.dataDir, `project-file/project_${file['projectId']}`, String(file['filename']))
      expect(await readFile(place, 'utf8')).toBe(content)
    }
    for (const [index, row] of (after['terminalLog'] ?? []).slice(0, 20).entries()) {
      const recording = path.join(console.dataDir, `terminal-log/${row['id']}.cast`)
      expect(await readFile(recording, 'utf8')).toBe(`recorded ${rowsIn('terminal_log')[index]?.['id']}`)
    }
  })

  it('texts of notices, the first of each kind', () => {
    for (const ours of after['notificationTemplate'] ?? []) {
      const row = rowsIn('notification_template').find(
        (each) => Number(each['type']) === ours['type'] && each['use_by'] === ours['useBy'],
      )
      const there = before['notificationTemplate']?.find(({ id }) => id === ours['id'])
      const texts = row && { title: textIn(row, 'title'), template: textIn(row, 'template') }
      expect(ours).toMatchObject(texts ?? { ...there })
    }
  })

  it('deploys as the history shows them, one for each', () => {
    const traces = after['publishTrace'] ?? []
    const tokens = new Set(traces.filter((trace) => trace['projectId'] !== 0).map((trace) => trace['token']))
    expect(tokens.size).toBeGreaterThan(0)
    expect(new Set(added('publish').map((row) => row['token']))).toEqual(tokens)
    expect(added('publish')).toHaveLength(tokens.size)
    for (const publish of added('publish')) {
      const stages = traces.filter((trace) => trace['token'] === publish['token'])
      const failure = stages.find((stage) => stage['state'] === 0)
      const insertTime = Math.min(...stages.map((stage) => Number(stage['insertTime'])))
      const state = failure ? 'failed' : 'success'
      expect(publish).toMatchObject({ state, reason: failure?.['detail'] ?? '', insertTime })
    }
  })

  it('monitors wait for their first check', () => {
    const waiting = after['monitorState']?.map((row) => row['monitorId'])
    expect(waiting).toEqual(after['monitor']?.map(({ id }) => id))
  })

  it('is told by a dry run as it then comes, and the dry run changes nothing', () => {
    expect(afterDry).toEqual(before)
    expect({ ...dry, isDry: false }).toEqual(report)
  })

  it('is there once, however often and from whichever form it is imported', async () => {
    for (const again of [source.live, source.dump]) {
      const { parts } = await console.importing(again)
      expect(parts.filter(({ added: more }) => more > 0)).toEqual([])
      expect(parts.map(({ part, found }) => [part, found])).toEqual(
        report.parts.map(({ part, found }) => [part, found]),
      )
    }
    expect(await console.contents()).toEqual(after)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminProcess } from '../testing/adminLine.ts'
import { type GeneratedSource, startGeneratedSource } from '../testing/generatedSource.ts'
import { type Contents, type ImportedConsole, makeImportedConsole } from '../testing/importedConsole.ts'
import type { ImportReport } from './runImport.ts'

/** What the command says when it begins or has ended a part: there it is killed, and each time it gets a bit further. */
const MOMENTS = [
  '… users',
  '✓ servers:',
  '… files of projects',
  '✓ monitors:',
  '… publish log',
  '… SFTP log',
  '✓ terminal log',
]

/** Ten whole commands one after the other, and other tests on the same cores. */
const IMPORTS_MS = 300_000

let source: GeneratedSource
let whole: ImportedConsole
let killed: ImportedConsole
beforeAll(async () => {
  source = await startGeneratedSource(7)
  whole = await makeImportedConsole(source)
  killed = await makeImportedConsole(source)
}, IMPORTS_MS)
afterAll(async () => {
  await whole.database.close()
  await killed.database.close()
  await source.stop()
})

const importUntil = async (moment: string) => {
  const args = ['import', source.live, '--time-zone', 'Asia/Shanghai', '--files', source.folder]
  return adminProcess(args, { env: killed.place, variables: { WINDLASS_SOURCE_PASSWORD: '' } }, moment)
}

/** Whose passwords each console has made for itself. */
const OWN: readonly unknown[] = ['admin', 'Boss']

/** Ids are given anew by each import; everything else that came has to be the same. */
const withoutIds = (contents: Contents) =>
  Object.fromEntries(
    Object.entries(contents).map(([table, rows]) => {
      const came = rows.filter(({ account }) => table !== 'user' || !OWN.includes(account))
      const texts = came.map((row) =>
        JSON.stringify(Object.entries(row).filter(([name]) => !/^(id|target)$|Id$|Time$|^nextDue$/.test(name))),
      )
      return [table, table.endsWith('Log') || table === 'publishTrace' ? texts : texts.sort()]
    }),
  )
const sums = ({ parts }: ImportReport) =>
  parts.map(({ part, added, same, left }) => [part, added + same + left.reduce((sum, { count }) => sum + count, 0)])

it('an import that is killed again and again ends as one that was not', { timeout: IMPORTS_MS }, async () => {
  for (const moment of MOMENTS) expect(await importUntil(moment)).toMatchObject({ isKilled: true })
  const last = await killed.importing(source.live)
  const report = await whole.importing(source.live)
  const [resumed, atOnce] = [withoutIds(await killed.contents()), withoutIds(await whole.contents())]
  for (const [table, rows] of Object.entries(atOnce))
    expect([table, ...(resumed[table] ?? [])]).toEqual([table, ...rows])
  expect(last.parts.map(({ part, found }) => [part, found])).toEqual(
    report.parts.map(({ part, found }) => [part, found]),
  )
  expect(sums(last)).toEqual(sums(report))
  expect(last.parts.find(({ part }) => part === 'users')).toMatchObject({ added: 0 })
  expect((await killed.importing(source.dump)).parts.filter(({ added }) => added > 0)).toEqual([])
})

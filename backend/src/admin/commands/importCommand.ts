import { misused } from '../../commandLine/commandError.ts'
import { textTable } from '../../commandLine/textTable.ts'
import { requireZone } from '../../platform/zonedTime.ts'
import { openDump } from '../import/dumpSource.ts'
import type { ImportSource } from '../import/importSource.ts'
import { openLive } from '../import/liveSource.ts'
import { type ImportReport, runImport } from '../import/runImport.ts'
import { type AdminSession, defineCommand } from '../session.ts'

const SHOWN_NOTES = 50

async function openSource(session: AdminSession, source: string): Promise<ImportSource> {
  if (!/^(mysql|mariadb):\/\//.test(source)) return openDump(session.pathOf(source))
  const password =
    session.env['WINDLASS_SOURCE_PASSWORD'] ?? (await session.secret('password of the other database', false))
  return openLive(source, password)
}

/** What somebody reads before he trusts it. */
function reportText({ source, isDry, parts, notes, leftBehind }: ImportReport): string {
  const rows = parts.map(({ part, found, added, same, left }) => {
    const out = left.reduce((sum, { count }) => sum + count, 0)
    return [part, String(found), String(added), String(same), String(out)]
  })
  const reasons = parts.flatMap(({ part, left }) =>
    left.map(
      ({ reason, count, ids }) =>
        `  ${part}: ${count} left out, ${reason} (id ${ids.join(', ')}${count > ids.length ? ', …' : ''})`,
    ),
  )
  return [
    isDry ? `What would come from ${source}; nothing was written` : `What came from ${source}`,
    textTable(['', 'found', isDry ? 'would come' : 'new', 'known', 'left out'], rows),
    ...(reasons.length > 0 ? [`Left out\n${reasons.join('\n')}`] : []),
    ...(notes.length > 0
      ? [
          `To look at\n${notes
            .slice(0, SHOWN_NOTES)
            .map((note) => `  ${note}`)
            .join(
              '\n',
            )}${notes.length > SHOWN_NOTES ? `\n  … and ${notes.length - SHOWN_NOTES} more (--json has all)` : ''}`,
        ]
      : []),
    ...(leftBehind.length > 0
      ? [`Not brought over\n${leftBehind.map(({ table, reason }) => `  ${table}: ${reason}`).join('\n')}`]
      : []),
  ].join('\n\n')
}

export const importCommand = defineCommand({
  name: 'import',
  about: 'bring everything over from a compatible console, from a MySQL dump or a live database',
  details:
    'Reads the other database only. People sign in with the passwords they have. Names that are here already are kept,\n' +
    'and the report says so. A second run brings what came since and changes nothing else; a run that was broken off\n' +
    'goes on where it ended. The console may run meanwhile.',
  parameters: [{ name: 'source', about: 'a dump (mysqldump, mariadb-dump), or mysql://user@host:3306/database' }],
  options: {
    'dry-run': { type: 'boolean', about: 'say what would come, and write nothing' },
    'time-zone': {
      type: 'string',
      value: 'name',
      about: 'zone of the other database, as Asia/Shanghai; the one of this machine without it',
    },
    files: {
      type: 'string',
      value: 'folder',
      about: 'folder of the other console: files of projects and recordings come from there',
    },
    name: { type: 'string', value: 'text', about: 'tells several other consoles apart; "main" without it' },
    'without-logs': { type: 'boolean', about: 'leave the logs behind' },
  },
  examples: [
    'import console.sql --dry-run',
    'import console.sql --time-zone Asia/Shanghai --files /opt/console/repository',
    'import mysql://reader@10.0.0.5/console',
    "import 'mysql://root@localhost/console?socket=/run/mysqld/mysqld.sock'",
  ],
  run: async (session, { source: address }, options) => {
    const { 'dry-run': isDry, 'time-zone': zone, files, name = 'main', 'without-logs': withoutLogs } = options
    if (!/^[\w.-]{1,64}$/.test(name)) throw misused('--name takes 1 to 64 letters, digits, dots and dashes')
    const zoneName = requireZone(zone)
    const source = await openSource(session, address)
    try {
      const { db, env, secrets, log } = await session.open(isDry ? 'there' : 'made')
      const order = {
        source,
        name,
        zone: zoneName,
        files: files === undefined ? '' : session.pathOf(files),
        isDry,
        withoutLogs,
      }
      const report = await runImport(order, { db, env, secrets, output: session.output })
      if (!isDry) await log('import', { source: report.source, name }, { parts: report.parts })
      return { data: report, text: reportText(report) }
    } finally {
      await source.close()
    }
  },
})

import type { CrontabFile } from '@windlass/shared-kit/contract/crontab'
import { type CrontabEntry, readCrontab } from '@windlass/shared-kit/contract/crontabText'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Tag } from 'antd'
import { NextRuns, WhenCell } from './NextRuns.tsx'
import { useSystemTables } from './useCrontab.ts'

interface Props {
  serverId: number
  zone: string
}

/** What the system itself runs: looked at, never changed from here. */
export function SystemTables({ serverId, zone }: Props) {
  const { t } = useTranslation('server')
  const tables = useSystemTables(serverId)
  return (
    <LoadState of={tables}>
      <p className="wl-faint">{t('crontab.systemNote')}</p>
      {tables.data?.files.map((file) => (
        <section key={file.path} className="crontab-system" aria-label={file.path}>
          <h2>
            <code>{file.path}</code> {file.isIgnored && <Tag color="warning">{t('crontab.ignored')}</Tag>}
          </h2>
          {file.problem === '' ? (
            <Entries file={file} zone={zone} of={tables} />
          ) : (
            <p role="alert">{t('crontab.noText', { reason: file.problem })}</p>
          )}
        </section>
      ))}
    </LoadState>
  )
}

interface EntriesProps {
  file: CrontabFile
  zone: string
  of: ReturnType<typeof useSystemTables>
}

type Row = CrontabEntry & { index: number }

function Entries({ file, zone, of }: EntriesProps) {
  const { t } = useTranslation('server')
  const rows = readCrontab(file.raw, { hasUser: true }).flatMap((line, index): Row[] =>
    line.kind === 'entry' && line.isOn ? [{ ...line, index }] : [],
  )
  const columns: DataColumn<Row>[] = [
    {
      ...{ key: 'command', title: t('crontab.command'), card: 'title', isTall: true },
      render: ({ command }) => (
        <span className="crontab-what">
          <code>{command}</code>
        </span>
      ),
    },
    {
      ...{ key: 'when', title: t('crontab.when'), width: 260, isTall: true },
      render: ({ expression }) => <WhenCell expression={expression} />,
    },
    { key: 'user', title: t('crontab.runsAs'), width: 110, render: ({ user }) => <code>{user}</code> },
    {
      ...{ key: 'next', title: t('crontab.nextRun'), width: 210, isTall: true },
      render: ({ expression }) => <NextRuns expression={expression} zone={zone} count={1} />,
    },
  ]
  if (rows.length === 0) return <p className="wl-faint">{t('crontab.noEntries')}</p>
  return <DataTable<Row> label={file.path} of={of} rows={rows} rowKey={({ index }) => index} columns={columns} />
}

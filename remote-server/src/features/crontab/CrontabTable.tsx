import type { CronHost } from '@windlass/shared-kit/contract/crontab'
import { unwrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { readCrontab, variablesAt } from '@windlass/shared-kit/contract/crontabText'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import type { Loadable } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Popover, Switch, Tag } from 'antd'
import { useState } from 'react'
import { type EntryRow, entryRows, switchEntry } from './crontabEdit.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { LineLogDrawer } from './LineLogDrawer.tsx'
import { LineRun } from './LineRun.tsx'
import { NextRuns, WhenCell } from './NextRuns.tsx'
import type { Whose } from './useCrontab.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'
import { VariableList } from './VariableList.tsx'

const RUNS_SHOWN = 3

interface Props {
  whose: Whose
  serverName: string
  draft: CrontabDraft
  /** Of the server. */
  zone: string
  host: CronHost | undefined
  canSave: boolean
  of: Loadable
  onAdd: () => void
  onEdit: (row: EntryRow) => void
}

/** Cronie alone lets a line have a zone of its own. */
function zoneOf(raw: string, { index }: EntryRow, host: CronHost | undefined, zone: string): string {
  const own = host?.kind === 'cronie' ? variablesAt(readCrontab(raw), index).get('CRON_TZ') : undefined
  return own ?? zone
}

interface ColumnInput extends Pick<Props, 'draft' | 'zone' | 'host' | 'canSave' | 'onEdit'> {
  onRun: (row: EntryRow) => void
  onLog: (file: string) => void
}

function useColumns({ draft, zone, host, canSave, onEdit, onRun, onLog }: ColumnInput): DataColumn<EntryRow>[] {
  const { t } = useTranslation('server')
  return [
    {
      ...{ key: 'on', title: t('crontab.on'), width: 64 },
      render: (row) => (
        <Switch
          size="small"
          checked={row.entry.isOn}
          disabled={!canSave}
          aria-label={t('crontab.switch', { command: row.entry.command })}
          onChange={(isOn) => draft.change(switchEntry(draft.raw, row, isOn))}
        />
      ),
    },
    { key: 'what', title: t('crontab.command'), card: 'title', isTall: true, render: (row) => <What row={row} /> },
    {
      ...{ key: 'when', title: t('crontab.when'), width: 250, isTall: true },
      render: ({ entry }) => <WhenCell expression={entry.expression} />,
    },
    {
      ...{ key: 'next', title: t('crontab.nextRun'), width: 210, isTall: true },
      render: (row) =>
        row.entry.isOn ? (
          <NextCell row={row} zone={zoneOf(draft.raw, row, host, zone)} />
        ) : (
          <span className="wl-faint">{t('crontab.off')}</span>
        ),
    },
    {
      ...{ key: 'actions', title: t('crontab.actions'), width: 200, card: 'actions' },
      render: (row) => (
        <>
          <Can any={[Permission.EditCron]}>
            <Button size="small" type="link" onClick={() => onRun(row)}>
              {t('crontab.run')}
            </Button>
            <Button size="small" type="link" onClick={() => onEdit(row)}>
              {t('crontab.edit')}
            </Button>
          </Can>
          <EntryMenu {...{ draft, row, canSave, onLog }} />
        </>
      ),
    },
  ]
}

/** The lines that run something, what they mean, when they run next and what can be done with them. */
export function CrontabTable(props: Props) {
  const { whose, serverName, draft, canSave, of, onAdd, onEdit } = props
  const { t } = useTranslation('server')
  const [running, setRunning] = useState<EntryRow>()
  const [log, setLog] = useState('')
  const columns = useColumns({ ...props, onRun: setRunning, onLog: setLog })
  const add = canSave && (
    <Button type="primary" onClick={onAdd}>
      {t('crontab.add')}
    </Button>
  )
  return (
    <>
      <VariableList draft={draft} canSave={canSave} />
      <DataTable<EntryRow>
        label={t('crontab.entries')}
        of={of}
        rows={entryRows(draft.raw)}
        rowKey={(row) => row.index}
        columns={columns}
        rowClassName={({ entry }) => (entry.isOn ? '' : 'crontab-row-off')}
        empty={{ title: t('crontab.noneTitle'), explanation: t('crontab.noneExplanation'), action: add }}
        {...(canSave && { onOpen: onEdit })}
      />
      <LineRun {...{ whose, serverName, raw: draft.raw }} row={running} onClose={() => setRunning(undefined)} />
      <LineLogDrawer {...{ whose, serverName }} file={log} onClose={() => setLog('')} />
    </>
  )
}

function What({ row: { entry, description } }: { row: EntryRow }) {
  const { t } = useTranslation('server')
  const { command, log, lock } = unwrapCommand(entry.command)
  return (
    <div className="crontab-what">
      {description !== '' && <b>{description}</b>}
      <code>{command}</code>
      {(log !== '' || lock !== '') && (
        <span>
          {log !== '' && <Tag title={log}>{t('crontab.logged')}</Tag>}
          {lock !== '' && <Tag title={lock}>{t('crontab.locked')}</Tag>}
        </span>
      )}
    </div>
  )
}

function NextCell({ row: { entry }, zone }: { row: EntryRow; zone: string }) {
  const { t } = useTranslation('server')
  return (
    <Popover
      trigger={['click']}
      title={t('crontab.nextRuns')}
      content={<NextRuns expression={entry.expression} zone={zone} count={RUNS_SHOWN} />}
    >
      <button type="button" className="text-link crontab-link" title={t('crontab.nextRuns')}>
        <NextRuns expression={entry.expression} zone={zone} count={1} />
      </button>
    </Popover>
  )
}

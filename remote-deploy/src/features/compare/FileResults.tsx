import type { FileCompareItem } from '@windlass/shared-kit/contract/compare'
import { formatBytes, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, type MarkState, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'

const MARKS: Readonly<Record<FileCompareItem['status'], MarkState>> = {
  'no change': 'success',
  modified: 'waiting',
  'remote file not exists': 'disabled',
  'client error': 'failed',
  'sftp error': 'failed',
}
const WORDS: Readonly<Record<FileCompareItem['status'], string>> = {
  'no change': 'same',
  modified: 'modified',
  'remote file not exists': 'missing',
  'client error': 'unreachable',
  'sftp error': 'unreadable',
}

interface Props {
  of: Loadable
  items: readonly FileCompareItem[]
  onDiff: (serverId: number) => void
}

function useColumns(onDiff: Props['onDiff']): DataColumn<FileCompareItem>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'server',
      title: t('compare.server'),
      card: 'title',
      render: ({ serverName, serverIP }) => (
        <>
          {serverName} <span className="wl-faint">{serverIP}</span>
        </>
      ),
    },
    {
      key: 'status',
      title: t('compare.status'),
      isTall: true,
      render: ({ status, reason }) => (
        <>
          <StateMark state={MARKS[status]}>{t(`compare.is.${WORDS[status]}`)}</StateMark>
          {reason && <p className="dp-compare-reason">{reason}</p>}
        </>
      ),
    },
    {
      key: 'size',
      title: t('compare.size'),
      width: 96,
      align: 'right',
      render: ({ size, modTime }) => (modTime === '' ? '–' : formatBytes(size)),
    },
    {
      key: 'changed',
      title: t('compare.changed'),
      width: 140,
      render: ({ modTime }) => <TimeText value={modTime} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 120,
      card: 'actions',
      render: ({ isModified, serverId, serverName }) =>
        isModified && (
          <Button
            size="small"
            aria-label={`${t('compare.diff')}: ${isolated(serverName)}`}
            onClick={() => onDiff(serverId)}
          >
            {t('compare.diff')}
          </Button>
        ),
    },
  ]
}

/** One file, server by server. */
export function FileResults({ of, items, onDiff }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('compare.servers')}
      of={of}
      rows={items}
      rowKey={({ serverId }) => serverId}
      permission={t('permission.FileCompare')}
      columns={useColumns(onDiff)}
    />
  )
}

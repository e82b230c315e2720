import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Link } from 'react-router-dom'
import { EnvironmentName } from '../../components/EnvironmentName.tsx'
import { BoardActions } from './BoardActions.tsx'
import { BoardMarks } from './BoardMarks.tsx'
import { BoardStateMark } from './BoardStateMark.tsx'
import type { OnBoardAction } from './boardAction.ts'
import { type BoardRow, hasCommits, shortCommit } from './boardRow.ts'

interface Props {
  of: Loadable
  rows: readonly BoardRow[]
  pinned: readonly number[]
  onAction: OnBoardAction
}

/** The board as a dense table. */
export default function BoardTable({ of, rows, pinned, onAction }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('route.deploy')}
      of={of}
      rows={rows}
      rowKey={({ row }) => row.id}
      columns={useColumns(pinned, onAction)}
    />
  )
}

function useColumns(pinned: readonly number[], onAction: OnBoardAction): DataColumn<BoardRow>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      render: ({ row }) => (
        <>
          <Link to={`/deploy/detail/${row.id}`}>{row.name}</Link> <BoardMarks row={row} />
        </>
      ),
    },
    {
      key: 'environment',
      title: t('environmentTitle'),
      width: 120,
      render: ({ row }) => <EnvironmentName value={row.environment} />,
    },
    { key: 'state', title: t('state'), width: 180, render: (item) => <BoardStateMark item={item} /> },
    {
      key: 'branch',
      title: t('branch'),
      width: 150,
      render: ({ row }) => <MonoText>{hasCommits(row) ? row.branch : '–'}</MonoText>,
    },
    {
      key: 'commit',
      title: t('commit'),
      render: ({ commit }) =>
        commit.commit ? (
          <span title={commit.message}>
            <code>{shortCommit(commit.commit)}</code> {commit.message}
          </span>
        ) : (
          '–'
        ),
    },
    { key: 'publisher', title: t('publisher'), width: 140, render: ({ row }) => row.publisherName || '–' },
    { key: 'time', title: t('changed'), width: 120, render: ({ row }) => <TimeText value={row.updateTime} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 230,
      card: 'actions',
      render: (item) => <BoardActions item={item} isPinned={pinned.includes(item.row.id)} onAction={onAction} />,
    },
  ]
}

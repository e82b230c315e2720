import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleaseKey } from '@windlass/shared-kit/contract/releaseKey'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { type Loadable, MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'

interface Props {
  of: Loadable
  rows: readonly ReleaseKey[]
  onRevoke: (key: ReleaseKey) => void
}

export function KeyTable({ of, rows, onRevoke }: Props) {
  const { t } = useTranslation('settings')
  return (
    <DataTable
      label={t('release.keys.title')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(onRevoke)}
      permission={t('permission.ShowReleasePage')}
      empty={{ title: t('release.keys.emptyTitle'), explanation: t('release.keys.emptyExplanation') }}
    />
  )
}

function useColumns(onRevoke: Props['onRevoke']): DataColumn<ReleaseKey>[] {
  const { t } = useTranslation('settings')
  return [
    { key: 'team', title: t('release.keys.team'), width: 140, card: 'title', render: ({ team }) => <b>{team}</b> },
    {
      key: 'remotes',
      title: t('release.keys.remotes'),
      width: 120,
      render: ({ remotes }) => (remotes.length === 0 ? t('release.keys.all') : remotes.join(', ')),
    },
    {
      key: 'keyId',
      title: t('release.keys.keyId'),
      render: ({ keyId }) => (
        <MonoText isCut canCopy>
          {keyId}
        </MonoText>
      ),
    },
    {
      key: 'added',
      title: t('release.keys.added'),
      width: 210,
      render: ({ addedBy, insertTime }) => (
        <>
          {addedBy} <span className="wl-faint">·</span> <TimeText value={insertTime} />
        </>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 110,
      card: 'actions',
      render: (key) =>
        key.isRevoked ? (
          <StateMark state="disabled">{t('release.keys.isRevoked')}</StateMark>
        ) : (
          <Can any={[Permission.ManageReleaseKey]}>
            <Button size="small" type="text" danger onClick={() => onRevoke(key)}>
              {t('release.keys.revokeVerb')}
            </Button>
          </Can>
        ),
    },
  ]
}

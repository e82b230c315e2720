import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleasePreview } from '@windlass/shared-kit/contract/releasePreview'
import { parseTimestamp, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { MonoText, StateMark, TimeText, useNow } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { Question } from './Questions.tsx'
import { usePreviews } from './usePreviews.ts'

interface Props {
  remote: string
  onAsk: (question: Question) => void
}

/** Who is shown which candidate; absent while nobody is. */
export function PreviewTable({ remote, onAsk }: Props) {
  const { t } = useTranslation('settings')
  const { list } = usePreviews(remote)
  const columns = useColumns(onAsk)
  if (list.data?.length === 0) return null
  return (
    <>
      <h2>{t('release.previews')}</h2>
      <div className="rl-wide">
        <DataTable
          label={t('release.previews')}
          of={list}
          rows={list.data ?? []}
          rowKey={({ id }) => id}
          columns={columns}
        />
      </div>
    </>
  )
}

function useColumns(onAsk: Props['onAsk']): DataColumn<ReleasePreview>[] {
  const { t } = useTranslation('settings')
  const now = useNow()
  const isOver = ({ isRevoked, expireTime }: ReleasePreview) =>
    isRevoked || (parseTimestamp(expireTime)?.getTime() ?? 0) < now
  return [
    {
      key: 'user',
      title: t('release.previewUser'),
      width: 160,
      card: 'title',
      render: ({ userName }) => userName,
    },
    {
      key: 'version',
      title: t('release.version'),
      render: ({ version, origin }) => (
        <>
          <MonoText>{version}</MonoText> {origin !== '' && <span className="wl-faint">{origin}</span>}
        </>
      ),
    },
    { key: 'createdBy', title: t('release.previewBy'), width: 140, render: ({ createdBy }) => createdBy },
    {
      key: 'opened',
      title: t('release.previewOpened'),
      width: 140,
      render: ({ openTime }) => <TimeText value={openTime} unset={t('release.notOpened')} />,
    },
    {
      key: 'until',
      title: t('release.previewUntil'),
      width: 170,
      render: (preview) =>
        isOver(preview) ? (
          <StateMark state="disabled">
            {t(preview.isRevoked ? 'release.previewRevoked' : 'release.previewExpired')}
          </StateMark>
        ) : (
          <TimeText value={preview.expireTime} />
        ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 120,
      card: 'actions',
      render: (preview) =>
        !isOver(preview) && (
          <Can any={[Permission.PreviewRelease]}>
            <Button size="small" type="text" danger onClick={() => onAsk({ kind: 'revokePreview', preview })}>
              {t('release.revokePreview.verb')}
            </Button>
          </Can>
        ),
    },
  ]
}

import type { CrontabVersion } from '@windlass/shared-kit/contract/crontab'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { DiffView } from '@windlass/shared-kit/editor'
import { toast } from '@windlass/shared-kit/feedback'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer, Input, Skeleton, Space } from 'antd'
import { Suspense, useState } from 'react'
import { useCrontabChanges, useCrontabVersion, useCrontabVersions, type Whose } from './useCrontab.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Props {
  whose: Whose
  account: string
  draft: CrontabDraft
  canSave: boolean
  onClose: () => void
}

/** The kept states of a crontab, each against what is being edited; one becomes the edit, and is saved like any other. */
export function VersionsDrawer({ whose, account, draft, canSave, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const versions = useCrontabVersions(whose.serverId, account)
  const [chosen, setChosen] = useState<number>()
  const id = chosen ?? versions.data?.[0]?.id
  const raw = useCrontabVersion(id).data?.raw
  const restore = () => {
    if (raw === undefined) return
    draft.change(raw)
    onClose()
  }
  return (
    <Drawer
      title={t('crontab.versionsTitle', { user: account })}
      open={isActive}
      size={isMobile ? '100%' : '80%'}
      closable={{ 'aria-label': t('crontab.close') }}
      extra={
        canSave && (
          <Button type="primary" disabled={raw === undefined || raw === draft.raw} onClick={restore}>
            {t('crontab.restore')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Can any={[Permission.EditCron]}>
        <KeepNow whose={whose} />
      </Can>
      <LoadState of={versions}>
        {versions.data?.length === 0 && (
          <EmptyState title={t('crontab.noVersionsTitle')} explanation={t('crontab.noVersionsExplanation')} />
        )}
        <div className="crontab-versions">
          <VersionList rows={versions.data ?? []} chosen={id} onChoose={setChosen} />
          {raw !== undefined && (
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
              <DiffView
                key={id}
                here={raw}
                there={draft.raw}
                hereName={t('crontab.thisVersion')}
                thereName={t('crontab.mine')}
                isSideBySide={!isMobile}
              />
            </Suspense>
          )}
        </div>
      </LoadState>
    </Drawer>
  )
}

function KeepNow({ whose }: { whose: Whose }) {
  const { t } = useTranslation('server')
  const { backup, isKeeping } = useCrontabChanges(whose)
  const [note, setNote] = useState('')
  const keep = async () => {
    await backup(note)
    setNote('')
    toast.success(t('crontab.kept'))
  }
  return (
    <Space.Compact className="crontab-keep">
      <Input
        aria-label={t('crontab.note')}
        placeholder={t('crontab.notePlaceholder')}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button loading={isKeeping} onClick={() => void keep().catch(() => undefined)}>
        {t('crontab.keep')}
      </Button>
    </Space.Compact>
  )
}

interface ListProps {
  rows: readonly CrontabVersion[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

function VersionList({ rows, chosen, onChoose }: ListProps) {
  const { t } = useTranslation('server')
  return (
    <ul aria-label={t('crontab.versions')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
            <span>
              <strong>{t(`crontab.action.${row.action}`)}</strong> {row.userName}
            </span>
            {row.note !== '' && <span>{row.note}</span>}
            <small>
              <TimeText value={row.insertTime} /> · {t('crontab.lines', { count: row.entries })} ·{' '}
              {formatBytes(row.size)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}

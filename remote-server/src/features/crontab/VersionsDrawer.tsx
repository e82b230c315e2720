import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer, Input, Space } from 'antd'
import { useState } from 'react'
import { TextVersions } from '../../components/text/TextVersions.tsx'
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
        <TextVersions
          label={t('crontab.versions')}
          rows={versions.data ?? []}
          chosen={id}
          onChoose={setChosen}
          actionOf={({ action }) => t(`crontab.action.${action}`)}
          noteOf={({ note }) => note}
          factsOf={({ entries, size }) => `${t('crontab.lines', { count: entries })} · ${formatBytes(size)}`}
          version={{ text: raw, name: t('crontab.thisVersion') }}
          edited={{ text: draft.raw, name: t('crontab.mine') }}
        />
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

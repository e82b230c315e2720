import type { CronHost } from '@windlass/shared-kit/contract/crontab'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Segmented } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { AccountPicker } from './AccountPicker.tsx'
import { CronState } from './CronState.tsx'
import { CrontabTable } from './CrontabTable.tsx'
import { CrontabTextView } from './CrontabTextView.tsx'
import { CrontabTools } from './CrontabTools.tsx'
import { CrontabWarnings } from './CrontabWarnings.tsx'
import type { EntryRow } from './crontabEdit.ts'
import { zoneOr } from './crontabRuns.ts'
import { EntryDrawer } from './EntryDrawer.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { SystemTables } from './SystemTables.tsx'
import { useCronHost, useCrontab, type Whose } from './useCrontab.ts'
import { type CrontabDraft, useCrontabDraft } from './useCrontabDraft.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'

interface Props {
  whose: Whose
  serverName: string
  picker: ReactNode
  onUser: (user: string) => void
  onChanged: (isChanged: boolean) => void
}

const VIEWS = ['table', 'text', 'system'] as const
type Shown = 'review' | 'versions' | { row?: EntryRow } | undefined

/** One crontab: as a table, as its text, beside those of the system. */
export function CrontabDesk({ whose, serverName, picker, onUser, onChanged }: Props) {
  const { t } = useTranslation('server')
  const url = useUrlState({ view: 'table' })
  const view = VIEWS.find((each) => each === url.values.view) ?? 'table'
  const host = useCronHost(whose.serverId)
  const found = useCrontab(whose)
  const draft = useCrontabDraft(found.data)
  const canSave = useCan([Permission.EditCron])
  const [shown, setShown] = useState<Shown>()
  const { isChanged } = draft
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isChanged), [isChanged])
  const zone = zoneOr(host.data?.zone ?? '', host.data?.offset ?? 0)
  const account = found.data?.user ?? ''
  const parts = { whose, account, serverName, draft, canSave, zone, host: host.data, found, onShow: setShown }
  return (
    <>
      <header className="text-bar">
        {picker}
        <AccountPicker host={host.data} value={whose.user} onChange={onUser} />
        <CronState host={host} />
      </header>
      <div className="text-bar crontab-bar">
        <Segmented
          aria-label={t('crontab.view')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`crontab.views.${value}`) }))}
          onChange={(value) => url.change({ view: value })}
        />
        {view !== 'system' && found.data && <Actions {...parts} />}
      </div>
      {view === 'system' ? (
        <SystemTables serverId={whose.serverId} zone={zone} />
      ) : (
        <LoadState of={found}>
          <CrontabWarnings draft={draft} kind={host.data?.kind} canSave={canSave} />
          {view === 'table' ? (
            <CrontabTable {...parts} of={found} onAdd={() => setShown({})} onEdit={(row) => setShown({ row })} />
          ) : (
            <CrontabTextView draft={draft} isReadOnly={!canSave} onSave={() => isChanged && setShown('review')} />
          )}
        </LoadState>
      )}
      <Overlays {...parts} shown={shown} />
    </>
  )
}

interface PartProps extends Pick<Props, 'whose' | 'serverName'> {
  account: string
  draft: CrontabDraft
  canSave: boolean
  zone: string
  host: CronHost | undefined
  found: ReturnType<typeof useCrontab>
  onShow: (shown: Shown) => void
}

function Actions({ found, onShow, ...parts }: PartProps) {
  const { t } = useTranslation('server')
  return (
    <span className="text-bar">
      <CrontabTools
        {...parts}
        isReading={found.isFetching}
        onRead={() => void found.refetch()}
        onVersions={() => onShow('versions')}
      />
      <Can any={[Permission.EditCron]}>
        <Button onClick={() => onShow({})}>{t('crontab.add')}</Button>
        <Button type="primary" disabled={!parts.draft.isChanged} onClick={() => onShow('review')}>
          {t('crontab.save')}
        </Button>
      </Can>
    </span>
  )
}

function Overlays({ shown, found, onShow, ...parts }: PartProps & { shown: Shown }) {
  const close = () => onShow(undefined)
  return (
    <>
      <EntryDrawer {...parts} editing={typeof shown === 'object' ? shown : undefined} onClose={close} />
      {shown === 'review' && <ReviewDialog {...parts} onRead={() => void found.refetch()} onClose={close} />}
      {shown === 'versions' && <VersionsDrawer {...parts} onClose={close} />}
    </>
  )
}

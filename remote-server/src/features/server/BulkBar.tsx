import { ApiOutlined, CloseOutlined, DownloadOutlined, TagsOutlined } from '@ant-design/icons'
import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { AgentBulk } from './AgentBulk.tsx'
import { saveCsv } from './saveCsv.ts'
import { TagDrawer } from './TagDrawer.tsx'
import type { useServers } from './useServers.ts'

interface Props {
  /** What is marked, and still there. */
  servers: readonly ServerRow[]
  tags: readonly string[]
  isChecking: boolean
  onCheck: (ids: number[]) => void
  onTags: ReturnType<typeof useServers>['changeTags']
  onToggle: ReturnType<typeof useServers>['toggleMany']
  onClear: () => void
}

/** What can be done with all marked servers at once. */
export function BulkBar({ servers, tags, isChecking, onCheck, onTags, onToggle, onClear }: Props) {
  const { t } = useTranslation('server')
  const [isTagging, setTagging] = useState(false)
  const ids = servers.map(({ id }) => id)
  if (ids.length === 0) return null
  return (
    <section className="server-bulk" aria-label={t('bulk.title')}>
      <b>{t('bulk.chosen', { count: servers.length })}</b>
      <Button size="small" icon={<ApiOutlined />} loading={isChecking} onClick={() => onCheck(ids)}>
        {t('bulk.check')}
      </Button>
      <Can any={[Permission.EditServer]}>
        <Button size="small" icon={<TagsOutlined />} onClick={() => setTagging(true)}>
          {t('bulk.tags')}
        </Button>
      </Can>
      <Can any={[Permission.InstallAgent]}>
        <AgentBulk servers={servers} />
      </Can>
      <Button size="small" icon={<DownloadOutlined />} onClick={() => saveCsv(servers)}>
        {t('bulk.export')}
      </Button>
      <Can any={[Permission.SwitchServerState]}>
        <BulkSwitch servers={servers} onToggle={onToggle} />
      </Can>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('bulk.clear')} onClick={onClear} />
      <TagDrawer open={isTagging} servers={servers} tags={tags} onChange={onTags} onClose={() => setTagging(false)} />
    </section>
  )
}

/** Enables those that are off and disables those that are on, the latter after one question for all. */
function BulkSwitch({ servers, onToggle }: Pick<Props, 'servers' | 'onToggle'>) {
  const { t } = useTranslation('server')
  const [isAsking, setAsking] = useState(false)
  const disabled = servers.filter(({ state }) => state === State.Disabled)
  const enabled = servers.filter(({ state }) => state === State.Enabled)

  const enable = async () => {
    await onToggle({ ids: disabled.map(({ id }) => id), state: State.Enabled })
    toast.info(t('bulk.enabledToast', { count: disabled.length }))
  }
  const disable = async () => {
    await onToggle({ ids: enabled.map(({ id }) => id), state: State.Disabled })
    toast.success(t('bulk.disabledToast', { count: enabled.length }))
  }
  const handleEnable = () => {
    enable().catch((error: unknown) => console.warn('the servers stay disabled', error))
  }
  return (
    <>
      {disabled.length > 0 && (
        <Button size="small" onClick={handleEnable}>
          {t('bulk.enable', { count: disabled.length })}
        </Button>
      )}
      {enabled.length > 0 && (
        <Button size="small" danger onClick={() => setAsking(true)}>
          {t('bulk.disable', { count: enabled.length })}
        </Button>
      )}
      {isAsking && (
        <ConfirmDanger
          open
          title={t('bulk.disableTitle', { count: enabled.length })}
          explanation={<DisableText servers={enabled} />}
          verb={t('bulk.disable', { count: enabled.length })}
          onConfirm={disable}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Names what goes: the bindings above all, because enabling again does not bring them back. */
function DisableText({ servers }: { servers: readonly ServerRow[] }) {
  const { t } = useTranslation('server')
  const bindings = servers.reduce((sum, { bindCount }) => sum + bindCount, 0)
  return (
    <>
      <p>{t('bulk.disableBindings', { count: bindings })}</p>
      {servers.some(({ namespaceId }) => namespaceId === 0) && <p>{t('bulk.disableShared')}</p>}
      <p className="server-names">{servers.map(({ name }) => isolated(name)).join(', ')}</p>
    </>
  )
}

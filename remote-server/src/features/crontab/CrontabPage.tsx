import '../../components/text/text.css'
import './crontab.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, useUrlState } from '@windlass/shared-kit/ui'
import { App } from 'antd'
import { useState } from 'react'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { useServerOptions } from '../../components/useServerOptions.ts'
import { useUnloadGuard } from '../../components/useUnloadGuard.ts'
import { CrontabDesk } from './CrontabDesk.tsx'

/** The crontabs of accounts on servers. */
export default function CrontabPage() {
  const { t } = useTranslation('server')
  const { modal } = App.useApp()
  const url = useUrlState({ server: '', user: '' })
  const servers = useServerOptions()
  const serverId = Number(url.values.server)
  const [isChanged, setChanged] = useState(false)
  useUnloadGuard(isChanged)
  const leave = (go: () => void) => {
    const then = () => {
      setChanged(false)
      go()
    }
    if (!isChanged) return then()
    modal.confirm({
      title: t('crontab.discardTitle'),
      content: t('crontab.discardExplanation'),
      okText: t('crontab.discard'),
      okButtonProps: { danger: true },
      cancelText: t('crontab.keepEditing'),
      onOk: then,
    })
  }
  const picker = (
    <ServerPicker
      className="crontab-server"
      value={serverId > 0 ? serverId : undefined}
      onChange={(id) => leave(() => url.change({ server: String(id ?? ''), user: '' }))}
    />
  )
  return (
    <section className="text-page crontab-page" aria-label={t('route.serverCrontab')}>
      <h1>{t('route.serverCrontab')}</h1>
      {serverId > 0 ? (
        <CrontabDesk
          key={`${serverId} ${url.values.user}`}
          whose={{ serverId, user: url.values.user }}
          serverName={servers.data?.find(({ id }) => id === serverId)?.name ?? String(serverId)}
          picker={picker}
          onUser={(user) => leave(() => url.change({ user }))}
          onChanged={setChanged}
        />
      ) : (
        <EmptyState title={t('crontab.emptyTitle')} explanation={t('crontab.emptyExplanation')} action={picker} />
      )}
    </section>
  )
}

import '../../components/text/text.css'
import './nginx.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, useUrlState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { SessionStrip } from '../../components/SessionStrip.tsx'
import { useServerOptions } from '../../components/useServerOptions.ts'
import { NginxServer } from './NginxServer.tsx'

/** The configuration of nginx on servers, one tab for each. */
export default function NginxPage() {
  const { t } = useTranslation('server')
  const url = useUrlState({ server: '', file: '' })
  const servers = useServerOptions()
  const asked = Number(url.values.server)
  const [opened, setOpened] = useState<readonly number[]>([])
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set())
  const ids = asked > 0 && !opened.includes(asked) ? [...opened, asked] : opened
  const nameOf = (id: number) => servers.data?.find((server) => server.id === id)?.name ?? String(id)
  const open = (id: number) => {
    setOpened(ids.includes(id) ? ids : [...ids, id])
    // Which file was open there the tab itself knows.
    if (id !== asked) url.change({ server: String(id), file: '' })
  }
  const close = (id: number) => {
    const left = ids.filter((each) => each !== id)
    setOpened(left)
    if (id === asked) url.change({ server: String(left.at(-1) ?? ''), file: '' })
  }
  const mark = (id: number, isChanged: boolean) => {
    if (changed.has(id) === isChanged) return
    const next = new Set(changed)
    if (isChanged) next.add(id)
    else next.delete(id)
    setChanged(next)
  }
  const picker = (
    <ServerPicker
      aria-label={t('nginx.openServer')}
      placeholder={t('nginx.openServer')}
      onChange={(id) => id !== undefined && open(id)}
    />
  )
  return (
    <section className="text-page nginx-page" aria-label={t('route.serverNginx')}>
      <h1 className="wl-hidden">{t('route.serverNginx')}</h1>
      <SessionStrip
        label={t('nginx.servers')}
        sessions={ids.map((id) => ({ key: String(id), title: nameOf(id), isMarked: changed.has(id) }))}
        activeKey={asked > 0 ? String(asked) : undefined}
        onSelect={(key) => open(Number(key))}
        onClose={(key) => close(Number(key))}
        picker={ids.length > 0 && picker}
      />
      {ids.length === 0 && (
        <EmptyState title={t('nginx.emptyTitle')} explanation={t('nginx.emptyExplanation')} action={picker} />
      )}
      {ids.map((id) => (
        // What is typed stays while another server is looked at.
        <div key={id} className="text-page nginx-server" hidden={id !== asked}>
          <NginxServer
            serverId={id}
            serverName={nameOf(id)}
            isShown={id === asked}
            onChanged={(isChanged) => mark(id, isChanged)}
          />
        </div>
      ))}
    </section>
  )
}

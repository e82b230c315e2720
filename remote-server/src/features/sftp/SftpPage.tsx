import './sftp.css'
import './sftpQueue.css'
import { SplitCellsOutlined } from '@ant-design/icons'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { useAtom } from '@windlass/shared-kit/session'
import { EmptyState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { SessionStrip } from '../../components/SessionStrip.tsx'
import { useServerOptions } from '../../components/useServerOptions.ts'
import { DeskView } from './DeskView.tsx'
import { closeDesk, openDesk, placeOf, setActive, setSide } from './desks.ts'
import { lookAtom } from './look.ts'
import { seenName } from './namePieces.ts'
import { OverwriteDialog } from './OverwriteDialog.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { nameOf as lastName } from './remotePath.ts'
import { useDesks } from './useDesks.ts'
import { useUnfinished } from './useUnfinished.ts'

/** Files on servers: a tab for each pair of folders, and what is on its way below them. */
export default function SftpPage() {
  const { t } = useTranslation('server')
  const servers = useServerOptions()
  const { desks, setDesks, active } = useDesks()
  useUnfinished()
  const nameOf = (serverId: number) =>
    servers.data?.find(({ id }) => id === serverId)?.name ?? t('sftp.serverNumber', { id: serverId })
  const titleOf = (place: { serverId: number; path: string }, isShort: boolean) => {
    const folder = isShort ? lastName(place.path) || place.path : place.path
    return `${isolated(nameOf(place.serverId))}: ${seenName(folder)}`
  }
  usePageTitle(active && titleOf(active.sides[0], true))
  // The new tab's other side shows the same server, so that there is something to work between.
  const open = (serverId: number | undefined) =>
    serverId && setDesks(openDesk(desks, placeOf(serverId), placeOf(serverId)))
  const picker = (
    <ServerPicker
      value={undefined}
      size="small"
      placeholder={t('sftp.openServer')}
      aria-label={t('sftp.openServer')}
      onChange={open}
    />
  )
  return (
    <div className="sftp-page">
      <h1 className="wl-hidden">{t('route.serverSFTP')}</h1>
      <SessionStrip
        label={t('sftp.tabs')}
        sessions={desks.list.map(({ key, sides: [left] }) => ({
          key,
          title: titleOf(left, true),
          hint: titleOf(left, false),
        }))}
        activeKey={desks.activeKey}
        onSelect={(key) => setDesks({ ...desks, activeKey: key })}
        onClose={(key) => setDesks(closeDesk(desks, key))}
        picker={picker}
      >
        <DualButton />
      </SessionStrip>
      {desks.list.length === 0 && (
        <div className="sftp-start">
          <EmptyState title={t('sftp.startTitle')} explanation={t('sftp.startExplanation')} />
        </div>
      )}
      {desks.list.map((desk) => (
        <DeskView
          key={desk.key}
          desk={desk}
          isShown={desk.key === desks.activeKey}
          nameOf={nameOf}
          onPlace={(side, place) => setDesks((before) => setSide(before, desk.key, side, place))}
          onActive={(side) => setDesks((before) => setActive(before, desk.key, side))}
        />
      ))}
      <QueuePanel />
      <OverwriteDialog />
    </div>
  )
}

function DualButton() {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const [look, setLook] = useAtom(lookAtom)
  if (isMobile) return null
  return (
    <Button
      type="text"
      size="small"
      icon={<SplitCellsOutlined />}
      aria-label={t('sftp.dual')}
      aria-pressed={look.isDual}
      title={t('sftp.dual')}
      onClick={() => setLook({ isDual: !look.isDual })}
    />
  )
}

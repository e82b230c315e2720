import type { DeployRelease } from '@windlass/shared-kit/contract/deploy'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, EmptyState, LoadState, StateMark, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useReleases } from './useDetail.ts'

const WIDTH_PX = 560

interface Props {
  projectId: number
  name: string
  open: boolean
  onRollback: (release: DeployRelease) => Promise<unknown>
  onClose: () => void
}

/** What is kept on the servers, and the way back to it. */
export function ReleasesDrawer({ projectId, name, open, onRollback, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const releases = useReleases(projectId, open)
  const [asking, setAsking] = useState<DeployRelease>()
  const list = releases.data ?? []
  return (
    <>
      <Drawer
        title={t('rollback.title', { name })}
        // The drawer of a page in the background must not lie over the one in front.
        open={open && isActive}
        size={isMobile ? '100%' : WIDTH_PX}
        closable={{ 'aria-label': t('close') }}
        onClose={onClose}
      >
        <LoadState of={releases}>
          {list.length === 0 ? (
            <EmptyState title={t('rollback.emptyTitle')} explanation={t('rollback.emptyExplanation')} />
          ) : (
            <ul className="dp-releases">
              {list.map((release) => (
                <Release key={release.token} release={release} onAsk={() => setAsking(release)} />
              ))}
            </ul>
          )}
        </LoadState>
      </Drawer>
      <ConfirmDanger
        open={asking !== undefined}
        title={t('rollback.confirmTitle', { name, commit: asking?.commit.slice(0, 8) })}
        explanation={t(
          asking?.servers.every((server) => server.hasRelease) ? 'rollback.bySwitch' : 'rollback.byDeploy',
          {
            message: asking?.message,
          },
        )}
        verb={t('rollback.verb')}
        onConfirm={async () => asking && onRollback(asking)}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}

function Release({ release, onAsk }: { release: DeployRelease; onAsk: () => void }) {
  const { t } = useTranslation('deploy')
  const missing = release.servers.filter((server) => !server.hasRelease)
  return (
    <li>
      <div>
        <p>
          <code className="dp-mono">{release.commit.slice(0, 8)}</code>
          {release.message}
        </p>
        <p className="wl-faint">
          {release.publisherName} · <TimeText value={release.publishTime} />
          {missing.length > 0 &&
            ` · ${t('rollback.missing', { names: missing.map(({ serverName }) => isolated(serverName)).join(', ') })}`}
        </p>
      </div>
      {release.isLive ? (
        <StateMark state="success">{t('rollback.live')}</StateMark>
      ) : (
        <Button size="small" onClick={onAsk}>
          {t('rollback.action')}
        </Button>
      )}
    </li>
  )
}

import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleaseDiff, ReleaseVersion } from '@windlass/shared-kit/contract/release'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePermissionTexts } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { ChangeList } from './ChangeList.tsx'
import { useComparison } from './useRemote.ts'

const WIDTH_PX = 640

interface Props {
  open: boolean
  remote: string
  /** What everybody has. */
  from: string
  to: string
  versions: readonly ReleaseVersion[]
  onClose: () => void
}

/** What a version changes against the one that everybody has. */
export function CompareDrawer({ open, remote, from, to, versions, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const isKnown = versions.some(({ version }) => version === to)
  const comparison = useComparison(remote, open && isKnown ? from : '', to)
  return (
    <Drawer
      title={t('release.compare.title', { from, to })}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('release.close') }}
      destroyOnHidden={!open}
      onClose={onClose}
    >
      {isKnown && from !== to ? (
        <LoadState of={comparison}>{comparison.data && <Changes diff={comparison.data} />}</LoadState>
      ) : (
        <EmptyState title={t('release.compare.unknown', { version: to })} />
      )}
    </Drawer>
  )
}

function Changes({ diff }: { diff: ReleaseDiff }) {
  const { t } = useTranslation('settings')
  const { nameOf: nameOfPermission } = usePermissionTexts()
  const nameOf = new Map<string, string>(Object.entries(Permission).map(([key, id]) => [String(id), key]))
  const permissionName = (id: string) => {
    const key = nameOf.get(id)
    return key === undefined ? id : `${nameOfPermission(Number(id))} (${key})`
  }
  const permissions = {
    added: diff.permissions.added.map(permissionName),
    removed: diff.permissions.removed.map(permissionName),
  }
  return (
    <div className="rl-compare">
      <dl>
        <SizeLine title={t('release.compare.total')} {...diff.bytes} />
        <SizeLine title={t('release.compare.page')} {...diff.pageBytes} />
        <div>
          <dt>{t('release.compare.reloaded')}</dt>
          <dd>
            <b>{formatBytes(diff.reloadedBytes)}</b>{' '}
            {t('release.compare.ofTotal', { total: formatBytes(diff.bytes.to) })}
          </dd>
        </div>
      </dl>
      <ChangeList
        title={t('release.compare.shared')}
        added={diff.shared.map(({ name, to }) => (to === '' ? '' : `${name} ${to}`)).filter(Boolean)}
        removed={diff.shared.map(({ name, from }) => (from === '' ? '' : `${name} ${from}`)).filter(Boolean)}
      />
      <ChangeList title={t('release.compare.routes')} {...diff.routes} />
      <ChangeList title={t('release.compare.permissions')} {...permissions} />
      <ChangeList title={t('release.compare.texts')} {...diff.texts} />
      <ChangeList title={t('release.compare.files')} {...diff.files} />
    </div>
  )
}

function SizeLine({ title, from, to }: { title: string; from: number; to: number }) {
  const { t } = useTranslation('settings')
  const change = to - from
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {formatBytes(from)} → <b>{formatBytes(to)}</b>{' '}
        <span className={change > 0 ? 'rl-grown' : 'wl-faint'}>
          {change === 0 ? t('release.compare.same') : `${change > 0 ? '+' : '−'}${formatBytes(Math.abs(change))}`}
        </span>
      </dd>
    </div>
  )
}

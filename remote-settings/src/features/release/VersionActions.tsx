import { MoreOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { Button, Dropdown } from 'antd'
import type { Question } from './Questions.tsx'
import { isUsable } from './releaseFigures.ts'

interface Props {
  of: ReleaseVersion
  row: RemoteOverview
  canGoBackTo: boolean
  onAsk: (question: Question) => void
  onOpen: (drawer: string, version?: string) => void
}

/** What can be done with one version: the likely step as a button, the rest in a menu. */
export function VersionActions({ of, row, canGoBackTo, onAsk, onOpen }: Props) {
  const { t } = useTranslation('settings')
  const mayPromote = useCan([Permission.PromoteRelease])
  const mayPreview = useCan([Permission.PreviewRelease])
  const { version } = of
  const isStable = of.channel === 'stable'
  const canGive = mayPromote && !isStable && isUsable(of)
  // Files that were damaged are written anew from the signed archive by promoting what is stable already.
  const canRepair = mayPromote && isStable && of.damage !== '' && of.source === 'published'
  const promote = { key: 'promote', label: t('release.promote.open'), isOff: row.isPinned }
  const goBack = { key: 'rollback', label: t('release.rollback.to'), isOff: false }
  const steps = [
    ...(canGive ? [canGoBackTo ? goBack : promote] : []),
    ...(canRepair ? [{ key: 'repair', label: t('release.repair.open'), isOff: false }] : []),
    ...(canGive ? [{ key: 'canary', label: t('release.canaryForm.open'), isOff: false }] : []),
    ...(isStable || row.stable === '' ? [] : [{ key: 'compare', label: t('release.compare.open'), isOff: false }]),
    ...(mayPreview && isUsable(of) ? [{ key: 'preview', label: t('release.preview.open'), isOff: false }] : []),
  ]
  const take = (key: string) => {
    if (key === 'promote' || key === 'repair') onAsk({ kind: key, version })
    else onOpen(key, version)
  }
  const [first, ...rest] = steps
  if (!first) return <span className="wl-faint">–</span>
  return (
    <span className="wl-row-actions">
      <Button
        size="small"
        type="text"
        disabled={first.isOff}
        title={first.isOff ? t('release.pinnedNoPromote') : undefined}
        onClick={() => take(first.key)}
      >
        {first.label}
      </Button>
      {rest.length > 0 && (
        <Dropdown
          menu={{ items: rest.map(({ key, label }) => ({ key, label })), onClick: ({ key }) => take(key) }}
          trigger={['click']}
        >
          <Button
            size="small"
            type="text"
            icon={<MoreOutlined />}
            aria-label={t('release.moreOf', { version })}
            title={t('release.moreOf', { version })}
          />
        </Dropdown>
      )}
    </span>
  )
}

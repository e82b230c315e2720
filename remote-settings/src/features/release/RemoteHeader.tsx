import { ArrowLeftOutlined, MoreOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Link } from 'react-router-dom'
import { AreaMarks } from './AreaMarks.tsx'
import type { Question } from './Questions.tsx'

interface Props {
  row: RemoteOverview
  /** What the primary action promotes; "" when everybody has the newest. */
  next: string
  canGoBack: boolean
  onAsk: (question: Question) => void
  onOpen: (drawer: string, version?: string) => void
}

/** Which area this is, how it stands, and what can be done with it now. */
export function RemoteHeader({ row, next, canGoBack, onAsk, onOpen }: Props) {
  const { t } = useTranslation('settings')
  return (
    <header className="rl-header">
      <Link to="/setting/release" aria-label={t('release.back')} title={t('release.back')}>
        <ArrowLeftOutlined />
      </Link>
      <h1>{row.remote}</h1>
      <AreaMarks row={row} />
      <span className="rl-header-actions">
        <MoreActions row={row} onAsk={onAsk} onOpen={onOpen} />
        <Can any={[Permission.PromoteRelease]}>
          {canGoBack && <Button onClick={() => onOpen('rollback')}>{t('release.rollback.open')}</Button>}
          {next !== '' && (
            <Button
              type="primary"
              disabled={row.isPinned}
              title={row.isPinned ? t('release.pinnedNoPromote') : undefined}
              onClick={() => onAsk({ kind: 'promote', version: next })}
            >
              {t(row.canary ? 'release.promoteCanary' : 'release.promoteNewest', { version: next })}
            </Button>
          )}
        </Can>
      </span>
    </header>
  )
}

function MoreActions({ row, onAsk, onOpen }: Pick<Props, 'row' | 'onAsk' | 'onOpen'>) {
  const { t } = useTranslation('settings')
  const mayPromote = useCan([Permission.PromoteRelease])
  const maySwitch = useCan([Permission.SwitchRemote])
  const pin = row.isPinned
    ? { key: 'unpin', label: t('release.unpin.open'), onClick: () => onAsk({ kind: 'unpin' }) }
    : { key: 'pin', label: t('release.pin.open', { version: row.stable }), onClick: () => onAsk({ kind: 'pin' }) }
  const items: NonNullable<MenuProps['items']> = [
    ...(mayPromote ? [pin, { key: 'rule', label: t('release.rule.open'), onClick: () => onOpen('rule') }] : []),
    ...(mayPromote && maySwitch ? [{ type: 'divider' as const }] : []),
    ...(maySwitch && !row.isDisabled
      ? [{ key: 'off', danger: true, label: t('release.off.open'), onClick: () => onAsk({ kind: 'turnOff' }) }]
      : []),
    ...(maySwitch && row.isDisabled
      ? [{ key: 'on', label: t('release.on.open'), onClick: () => onAsk({ kind: 'turnOn' }) }]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button icon={<MoreOutlined />} aria-label={t('release.more')} title={t('release.more')} />
    </Dropdown>
  )
}

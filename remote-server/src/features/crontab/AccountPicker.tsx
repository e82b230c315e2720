import type { CronHost } from '@windlass/shared-kit/contract/crontab'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'

interface Props {
  host: CronHost | undefined
  value: string
  onChange: (user: string) => void
}

/** Whose crontab: root may choose, others see their own. */
export function AccountPicker({ host, value, onChange }: Props) {
  const { t } = useTranslation('server')
  if (!host) return null
  if (!host.isRoot) {
    return (
      <span className="crontab-own">
        {t('crontab.ownAccount')} <code>{host.user}</code>
      </span>
    )
  }
  const label = (name: string, hasCrontab: boolean) => (hasCrontab ? t('crontab.withCrontab', { name }) : name)
  return (
    <Select
      className="crontab-account"
      aria-label={t('crontab.account')}
      showSearch
      value={value || host.user}
      options={host.users.map(({ name, hasCrontab }) => ({ value: name, label: label(name, hasCrontab) }))}
      onChange={(name) => onChange(name === host.user ? '' : name)}
    />
  )
}

import { SearchOutlined } from '@ant-design/icons'
import type { Role } from '@windlass/shared-kit/contract/role'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input, Select } from 'antd'

/** Which of the permissions are shown: all, those that are granted, or those that another role has otherwise. */
export type PermissionView = 'all' | 'chosen' | 'different'

interface Props {
  search: string
  view: PermissionView
  /** How many permissions are chosen. */
  count: number
  /** How many another role has otherwise; undefined while none is compared. */
  differences: number | undefined
  /** The other roles, and which of them is compared. */
  roles: readonly Role[]
  comparedId: number | undefined
  onSearch: (text: string) => void
  onView: (view: PermissionView) => void
  onCompare: (roleId: number | undefined) => void
}

/** Narrows the permissions, and puts another role beside this one. */
export function PermissionTools({ search, view, count, differences, onSearch, onView, ...compare }: Props) {
  const { t } = useTranslation('settings')
  const chip = (own: PermissionView, text: string) => (
    <button
      className="wl-chip"
      type="button"
      aria-pressed={view === own}
      onClick={() => onView(view === own ? 'all' : own)}
    >
      {text}
    </button>
  )
  return (
    <div className="permission-tools">
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        aria-label={t('role.searchPermissions')}
        placeholder={t('role.searchPermissions')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        // Enter here looks for something; it must not save.
        onPressEnter={(event) => event.preventDefault()}
      />
      {chip('chosen', t('role.chosenOnly', { count }))}
      <Select
        className="permission-compare"
        aria-label={t('role.compare')}
        placeholder={t('role.compare')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={compare.comparedId}
        options={compare.roles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(roleId?: number) => compare.onCompare(roleId)}
      />
      {differences !== undefined && chip('different', t('role.differentOnly', { count: differences }))}
    </div>
  )
}

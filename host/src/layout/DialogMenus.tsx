import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { Button, Dropdown, Tooltip } from 'antd'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { registryAtom } from '../areas/registry.ts'
import { RouteIcon } from './RouteIcon.tsx'
import { useOpenDialog } from './useOpenDialog.ts'

/** What areas put into the top bar beside their pages, such as the toolbox. */
export function DialogMenus() {
  const { t } = useTranslation('host')
  const registry = useAtomValue(registryAtom)
  const titleOf = useAreaTitle()
  const open = useOpenDialog()
  const dialogs = Object.values(registry.remotes).flatMap((release) =>
    release.dialogs.map((dialog) => ({ ...dialog, area: release.id })),
  )
  return dialogs.map(({ area, id, title, icon, items }) => (
    <Dropdown
      key={`${area} ${id}`}
      trigger={['click']}
      menu={{
        items: items.map((item) => ({
          key: item.id,
          label: titleOf(area, item.title),
          onClick: () => void open({ area, id, item: item.id }),
        })),
      }}
    >
      <Tooltip title={titleOf(area, title)}>
        <Button type="text" icon={<RouteIcon name={icon} />} aria-label={titleOf(area, title) || t('menu')} />
      </Tooltip>
    </Dropdown>
  ))
}

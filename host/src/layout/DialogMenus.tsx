import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Button, Dropdown, Tooltip } from 'antd'
import { areaDialogs } from '../areas/areaDialogs.ts'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { registryAtom } from '../areas/registry.ts'
import { openDialogAtom, preloadDialogAtom } from './dialogs.ts'
import { RouteIcon } from './RouteIcon.tsx'

/** What areas put into the top bar beside their pages, such as the toolbox. */
export function DialogMenus() {
  const { t } = useTranslation('host')
  const registry = useAtomValue(registryAtom)
  const titleOf = useAreaTitle()
  const open = useSetAtom(openDialogAtom)
  const preload = useSetAtom(preloadDialogAtom)
  return areaDialogs(registry).map(({ area, id, title, icon, items }) => (
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
        <Button
          type="text"
          icon={<RouteIcon name={icon} />}
          aria-label={titleOf(area, title) || t('menu')}
          onPointerEnter={() => preload({ area, id, item: '' })}
          onFocus={() => preload({ area, id, item: '' })}
        />
      </Tooltip>
    </Dropdown>
  ))
}

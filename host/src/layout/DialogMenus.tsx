import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { type AreaDialog, areaDialogs } from '../areas/areaDialogs.ts'
import { useAreaTitle } from '../areas/areaTitle.ts'
import { registryAtom } from '../areas/registry.ts'
import { openDialogAtom, preloadDialogAtom } from './dialogs.ts'
import { RouteIcon } from './RouteIcon.tsx'

/** What areas put into the top bar beside their pages, such as the toolbox. */
export function DialogMenus() {
  const registry = useAtomValue(registryAtom)
  return areaDialogs(registry).map((dialog) => <DialogMenu key={`${dialog.area} ${dialog.id}`} dialog={dialog} />)
}

function DialogMenu({ dialog: { area, id, title, icon, items } }: { dialog: AreaDialog }) {
  const { t } = useTranslation('host')
  const titleOf = useAreaTitle()
  const open = useSetAtom(openDialogAtom)
  const preload = useSetAtom(preloadDialogAtom)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const loadAhead = () => preload({ area, id, item: '' })
  const handleClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    // A dialog that is there already takes the focus at once, and Enter would press its first button.
    domEvent.preventDefault()
    // The entry goes with the menu: whoever closes the dialog is back here.
    button.current?.focus()
    void open({ area, id, item: key })
  }
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={setOpen}
      menu={{
        items: items.map((item) => ({ key: item.id, label: titleOf(area, item.title) })),
        onClick: handleClick,
      }}
    >
      {/* The name of the button would cover the first entries. */}
      <Tooltip title={titleOf(area, title)} open={isOpen ? false : undefined}>
        <Button
          ref={button}
          type="text"
          icon={<RouteIcon name={icon} />}
          aria-label={titleOf(area, title) || t('menu')}
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
        />
      </Tooltip>
    </Dropdown>
  )
}

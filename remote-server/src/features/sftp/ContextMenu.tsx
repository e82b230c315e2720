import { Dropdown, type MenuProps } from 'antd'

interface Props {
  /** Where it opens; undefined while it is closed. */
  at: { x: number; y: number } | undefined
  label: string
  items: NonNullable<MenuProps['items']>
  onChoose: (key: string) => void
  onClose: () => void
}

/** A menu at a point of the window. */
export function ContextMenu({ at, label, items, onChoose, onClose }: Props) {
  if (!at) return null
  return (
    <Dropdown
      key={`${at.x} ${at.y}`}
      open
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens a menu by keyboard goes on in it
      autoFocus
      onOpenChange={(isOpen) => !isOpen && onClose()}
      menu={{
        items,
        'aria-label': label,
        onClick: ({ key }) => {
          onClose()
          onChoose(key)
        },
      }}
    >
      <span className="sftp-menu-point" style={{ left: at.x, top: at.y }} />
    </Dropdown>
  )
}

import { usePageActive } from '@windlass/shared-kit/remote'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'

const WIDTH_PX = 600

interface Props {
  title: string
  closeText: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Something about one server, at the right edge; the whole window on a phone. */
export function SideDrawer({ title, closeText, open, onClose, children }: Props) {
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={title}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      destroyOnHidden={!open}
      closable={{ 'aria-label': closeText }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}

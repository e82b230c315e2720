import { LaptopOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { SessionList } from './SessionList.tsx'
import { useElsewhere } from './useElsewhere.ts'
import type { PaneSource } from './workspace.ts'

interface Props {
  lives: ReadonlyMap<string, LiveTerminal>
  onOpen: (source: PaneSource) => void
}

/** The way to one's sessions that are not on this page; only there when there are some. */
export function SessionsButton({ lives, onOpen }: Props) {
  const { t } = useTranslation('server')
  const [isOpen, setOpen] = useState(false)
  const elsewhere = useElsewhere(lives)
  if (elsewhere.length === 0) return null
  const handleOpen = (source: PaneSource) => {
    setOpen(false)
    onOpen(source)
  }
  const label = t('terminal.elsewhere.button', { count: elsewhere.length })
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      title={t('terminal.elsewhere.title')}
      content={<SessionList sessions={elsewhere} onOpen={handleOpen} />}
    >
      <Button type="text" icon={<LaptopOutlined />} aria-label={label} title={label}>
        {elsewhere.length}
      </Button>
    </Popover>
  )
}

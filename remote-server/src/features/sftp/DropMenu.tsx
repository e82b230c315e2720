import { CloseOutlined, CopyOutlined, DragOutlined, SendOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { ContextMenu } from './ContextMenu.tsx'
import type { Dragged } from './fileDrag.ts'

export interface DropPlace {
  dragged: Dragged
  dir: string
  x: number
  y: number
}

interface Props {
  at: DropPlace | undefined
  serverId: number
  onChoose: (isMove: boolean) => void
  onClose: () => void
}

/** A hand slips easily: what was dropped is moved or copied only after one more word. */
export function DropMenu({ at, serverId, onChoose, onClose }: Props) {
  const { t } = useTranslation('server')
  const [canCopy, canMove, canTransfer] = [
    useCan([Permission.SFTPUploadFile]),
    useCan([Permission.SFTPEditFile]),
    useCan([Permission.SFTPTransferFile]),
  ]
  const isHere = at?.dragged.serverId === serverId
  const count = at?.dragged.names.length ?? 0
  const items = [
    ...(isHere && canMove ? [{ key: 'move', icon: <DragOutlined />, label: t('sftp.drop.move', { count }) }] : []),
    ...(isHere && canCopy ? [{ key: 'copy', icon: <CopyOutlined />, label: t('sftp.drop.copy', { count }) }] : []),
    ...(!isHere && canTransfer
      ? [{ key: 'copy', icon: <SendOutlined />, label: t('sftp.drop.transfer', { count }) }]
      : []),
    { type: 'divider' as const },
    { key: 'cancel', icon: <CloseOutlined />, label: t('sftp.cancel') },
  ]
  return (
    <ContextMenu
      at={at}
      label={t('sftp.drop.title')}
      items={items}
      onChoose={(key) => key !== 'cancel' && onChoose(key === 'move')}
      onClose={onClose}
    />
  )
}

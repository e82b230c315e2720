import { EllipsisOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { OnBoardAction } from './boardAction.ts'
import type { BoardRow } from './boardRow.ts'

const loadMenu = () => import('./BoardMenu.tsx')
const BoardMenu = lazy(loadMenu)

interface Props {
  item: BoardRow
  isPinned: boolean
  onAction: OnBoardAction
}

/** Opens everything else; the menu is made when it is first wanted, because a board has a thousand of them. */
export function BoardMore(props: Props) {
  const { t } = useTranslation('deploy')
  const [isWanted, setWanted] = useState(false)
  const label = t('board.more', { name: props.item.row.name })
  const button = (
    <Button
      size="small"
      type="text"
      icon={<EllipsisOutlined />}
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      // The pointer is on its way to the click: what the menu is made of can be as well.
      onPointerEnter={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <BoardMenu {...props} label={label} />
    </Suspense>
  )
}

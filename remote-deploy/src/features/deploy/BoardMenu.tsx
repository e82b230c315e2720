import { EllipsisOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { can } from '@windlass/shared-kit/permission'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PROJECT_PAGES, type ProjectPage, projectPath } from '../../components/projectPages.ts'
import type { BoardAction, OnBoardAction } from './boardAction.ts'
import type { BoardRow } from './boardRow.ts'

interface Props {
  item: BoardRow
  isPinned: boolean
  label: string
  onAction: OnBoardAction
}

type Item = NonNullable<MenuProps['items']>[number]

/** The pages of a project and what is done seldom, the dangerous part last and apart. */
export default function BoardMenu({ item, isPinned, label, onAction }: Props) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(true)
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    setOpen(false)
    const page = PROJECT_PAGES.find(({ id }) => `page:${id}` === key)
    if (page) navigate(projectPath(page.id, item.row.id))
    else onAction(key as BoardAction, item)
  }
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens a menu by keyboard goes on in it
      autoFocus
      open={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      // On the page, so that it belongs to it also for screen readers, but over the cards.
      getPopupContainer={(button) => button.closest<HTMLElement>('.wl-list-page') ?? document.body}
      menu={{
        items: useItems(item, isPinned),
        onClick: handleClick,
        'aria-label': t('board.more', { name: item.row.name }),
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined />}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={label}
      />
    </Dropdown>
  )
}

function useItems({ row, state }: BoardRow, isPinned: boolean): Item[] {
  const { t } = useTranslation('deploy')
  const isOffered = ({ access, isFor }: ProjectPage) => can(access) && (isFor?.(row) ?? true)
  const entry = (key: BoardAction, danger = false): Item => ({ key, danger, label: t(`board.do.${key}`) })
  const isBusy = state === 'running' || state === 'waiting'
  const groups: Item[][] = [
    PROJECT_PAGES.filter(isOffered).map(({ id }) => ({ key: `page:${id}`, label: t(`pages.${id}`) })),
    [{ key: 'pin', label: t(isPinned ? 'board.do.unpin' : 'board.do.pin') }, entry('copyLink')],
    [
      ...(can([Permission.DeployRollback]) ? [entry('rollback')] : []),
      ...(can([Permission.LockDeploy]) ? [entry(row.lock ? 'unlock' : 'lock')] : []),
    ],
    isBusy && can([Permission.DeployResetState]) ? [entry('reset', true)] : [],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'divider' as const, key: `line${index}` }, ...group]))
}

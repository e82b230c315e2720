import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button } from 'antd'
import { BoardMore } from './BoardMore.tsx'
import type { OnBoardAction } from './boardAction.ts'
import type { BoardRow } from './boardRow.ts'
import { PendingButton } from './PendingButton.tsx'

interface Props {
  item: BoardRow
  isPinned: boolean
  onAction: OnBoardAction
}

/** What can be done with a project now: deploy it, or stop what runs; the rest is behind "more". */
export function BoardActions({ item, isPinned, onAction }: Props) {
  const { t } = useTranslation('deploy')
  const isBusy = item.state === 'running' || item.state === 'waiting'
  return (
    <span className="dp-actions">
      {isBusy && (
        <Can any={[Permission.DeployProject, Permission.DeployResetState]}>
          <Button
            size="small"
            danger
            aria-label={t('board.cancelNamed', { name: item.row.name })}
            onClick={() => onAction('cancel', item)}
          >
            {t('cancel')}
          </Button>
        </Can>
      )}
      <Can any={[Permission.DeployProject, Permission.GreyDeploy]}>
        <PendingButton row={item.row} />
        <Button
          size="small"
          className="dp-deploy"
          onClick={() => onAction('publish', item)}
          title={t('board.deployNamed', { name: item.row.name })}
        >
          {t('deploy')}
        </Button>
      </Can>
      <BoardMore item={item} isPinned={isPinned} onAction={onAction} />
    </span>
  )
}

import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button } from 'antd'
import type { BoardRow } from './boardRow.ts'

export interface BoardHandlers {
  onPublish: (item: BoardRow) => void
  onCancel: (item: BoardRow) => void
  onPin: (item: BoardRow) => void
}

/** What can be done with a project now: deploy it, or stop what runs. */
export function BoardActions({ item, onPublish, onCancel }: { item: BoardRow } & BoardHandlers) {
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
            onClick={() => onCancel(item)}
          >
            {t('cancel')}
          </Button>
        </Can>
      )}
      <Can any={[Permission.DeployProject, Permission.GreyDeploy]}>
        <Button
          size="small"
          className="dp-deploy"
          onClick={() => onPublish(item)}
          title={t('board.deployNamed', { name: item.row.name })}
        >
          {t('deploy')}
        </Button>
      </Can>
    </span>
  )
}

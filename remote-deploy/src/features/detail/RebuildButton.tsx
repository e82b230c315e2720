import { HistoryOutlined } from '@ant-design/icons'
import type { DeployRow, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Button } from 'antd'

/** Types of which an older commit can be fetched again. */
const REPEATABLE: readonly string[] = ['git', 'svn']

/** An earlier deploy of this project can be gone back to. */
export const canRebuild = ({ repoType, symlinkPath }: Pick<DeployRow, 'repoType' | 'symlinkPath'>): boolean =>
  REPEATABLE.includes(repoType) || symlinkPath !== ''

/** Goes back to one deploy of the history. */
export function RebuildButton({ row, commit, onAsk }: { row: PublishTrace; commit: string; onAsk: () => void }) {
  const { t } = useTranslation('deploy')
  const label = t('rebuild.action', { commit: commit || row.token.slice(0, 8) })
  return (
    <Can any={[Permission.DeployRollback]}>
      <Button size="small" type="text" icon={<HistoryOutlined />} aria-label={label} title={label} onClick={onAsk} />
    </Can>
  )
}

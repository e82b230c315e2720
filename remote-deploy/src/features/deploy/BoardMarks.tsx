import { AuditOutlined, LockOutlined, PauseCircleOutlined } from '@ant-design/icons'
import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { formatZonedTime, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { projectPath } from '../../components/projectPages.ts'

/** What stands in the way of a deploy, and what waits for an answer. */
export function BoardMarks({ row }: { row: Pick<DeployRow, 'freeze' | 'id' | 'lock' | 'waitingReviews'> }) {
  const { t } = useTranslation('deploy')
  const { lock, freeze, waitingReviews, id } = row
  const until = (time: string) => (time === '' ? '' : ` · ${t('board.until', { time: formatZonedTime(time) })}`)
  return (
    <>
      {lock && (
        <Mark icon={<LockOutlined />} title={`${lock.reason}${until(lock.endTime)}`}>
          {t('board.lockedBy', { name: lock.ownerName })}
        </Mark>
      )}
      {freeze && (
        <Mark
          icon={<PauseCircleOutlined />}
          title={`${isolated(freeze.name)}: ${isolated(freeze.reason)}${until(freeze.endTime)}`}
        >
          {t('board.frozen')}
        </Mark>
      )}
      {waitingReviews > 0 && (
        <Link className="dp-mark" to={projectPath('review', id)}>
          <AuditOutlined /> {t('board.waitingReviews', { count: waitingReviews })}
        </Link>
      )}
    </>
  )
}

function Mark({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <span className="dp-mark" title={title}>
      {icon} {children}
    </span>
  )
}

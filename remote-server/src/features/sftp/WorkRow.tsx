import { CloseOutlined } from '@ant-design/icons'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { seenName } from './namePieces.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { cancelWork, clearWorks, type Work } from './works.ts'

const MARKS: Readonly<Record<Work['state'], MarkState>> = {
  running: 'running',
  done: 'success',
  failed: 'failed',
  cancelled: 'disabled',
}

/** Long work on a server: what, how far, and the way to end it. */
export function WorkRow({ work }: { work: Work }) {
  const { t } = useTranslation('server')
  const { id, kind, subject, state, done, total, bytes, totalBytes, current, problem } = work
  const title = t(`sftp.work.${kind}`, { subject })
  const share = totalBytes > 0 ? bytes / totalBytes : total > 0 ? done / total : state === 'done' ? 1 : 0
  return (
    <div className="sftp-queue-row" data-state={state}>
      <StateMark state={MARKS[state]}>
        <span className="sftp-queue-name">{title}</span>
      </StateMark>
      <ProgressBar label={title} share={state === 'done' ? 1 : share} />
      <span className="sftp-queue-fact">
        {state === 'running' && total > 0 && `${formatNumber(done)} / ${formatNumber(total)}`}
        {state === 'running' && totalBytes > 0 && ` · ${formatBytes(bytes)} / ${formatBytes(totalBytes)}`}
        {state === 'running' && current && <bdi className="sftp-queue-current"> {seenName(current)}</bdi>}
        {state === 'failed' && <span className="sftp-queue-problem">{problem}</span>}
        {state === 'cancelled' && t('sftp.state.cancelled')}
        {state === 'done' && t('sftp.state.done')}
      </span>
      <span className="sftp-queue-tools">
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={
            state === 'running' ? t('sftp.queue.cancelOne', { name: title }) : t('sftp.queue.forget', { name: title })
          }
          onClick={() => (state === 'running' ? cancelWork(id) : clearWorks(id))}
        />
      </span>
    </div>
  )
}

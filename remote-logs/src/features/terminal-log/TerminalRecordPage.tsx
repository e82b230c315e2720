import './terminalRecord.css'
import { DownloadOutlined } from '@ant-design/icons'
import { TerminalRecord } from '@windlass/shared-kit/contract/terminalLog'
import { addressOf } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { Link, useParams } from 'react-router-dom'
import { RecordPlayer } from './RecordPlayer.tsx'
import { useRecording } from './useRecording.ts'

/** What was printed in one terminal, played again. */
export default function TerminalRecordPage() {
  const { t } = useTranslation('logs')
  const recordId = Number(useParams()['recordId'])
  const recording = useRecording(recordId)
  const title = t('terminal.recordOf', { id: recordId })
  usePageTitle(title)
  return (
    <section className="record-page" aria-label={title}>
      <header className="record-header">
        <h1>{title}</h1>
        {recording.data?.startTime !== undefined && (
          <span className="wl-faint">
            <TimeText value={recording.data.startTime} />
          </span>
        )}
        <Link to="/log/terminalLog">{t('route.terminalLog')}</Link>
        <Button
          icon={<DownloadOutlined />}
          href={addressOf(TerminalRecord, { recordId })}
          download={`${recordId}.cast`}
        >
          {t('terminal.download')}
        </Button>
      </header>
      <LoadState of={recording} permission={t('permission.ShowTerminalRecord')}>
        {recording.data && <RecordPlayer key={recordId} recordId={recordId} cast={recording.data} />}
      </LoadState>
    </section>
  )
}

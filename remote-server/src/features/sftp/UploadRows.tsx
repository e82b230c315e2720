import { CaretRightOutlined, CloseOutlined, FileSearchOutlined, PauseOutlined, ReloadOutlined } from '@ant-design/icons'
import { useVirtualizer } from '@tanstack/react-virtual'
import { toast } from '@windlass/shared-kit/feedback'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { type ReactElement, useRef } from 'react'
import { seenName } from './namePieces.ts'
import { ProgressBar } from './ProgressBar.tsx'
import type { Upload, UploadState } from './uploadList.ts'
import { cancelUploads, giveFile, pauseUploads, resumeUploads } from './uploads.ts'

const ROW_PX = 34
const OVERSCAN = 6

const MARKS: Readonly<Record<UploadState, MarkState>> = {
  ...{ asking: 'waiting', cancelled: 'disabled', done: 'success', failed: 'failed', lost: 'waiting' },
  ...{ paused: 'disabled', running: 'running', skipped: 'disabled', waiting: 'waiting' },
}

/** Every file on its way; of thousands only those in sight are drawn. */
export function UploadRows({ uploads }: { uploads: readonly Upload[] }) {
  const { t } = useTranslation('server')
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: uploads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => uploads[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  if (uploads.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolled with the keyboard
    <div ref={scroller} className="sftp-queue-list" tabIndex={0} role="group" aria-label={t('sftp.uploadButton')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const upload = uploads[index]
          return upload && <UploadRow key={key} upload={upload} start={start} />
        })}
      </div>
    </div>
  )
}

function UploadRow({ upload, start }: { upload: Upload; start: number }) {
  const { t } = useTranslation('server')
  const { id, name, size, sent, state, problem, dir } = upload
  const shown = seenName(name)
  return (
    <div
      className="sftp-queue-row"
      data-state={state}
      style={{ position: 'absolute', transform: `translateY(${start}px)` }}
    >
      <StateMark state={MARKS[state]}>
        <span className="sftp-queue-name" title={`${shown} → ${seenName(dir)}`}>
          {shown}
        </span>
      </StateMark>
      <ProgressBar label={shown} share={size > 0 ? sent / size : Number(state === 'done')} />
      <span className="sftp-queue-fact" title={problem}>
        {problem ? (
          <span className="sftp-queue-problem">{problem}</span>
        ) : (
          `${state === 'running' ? formatBytes(sent) : t(`sftp.state.${state}`)} · ${formatBytes(size)}`
        )}
      </span>
      <span className="sftp-queue-tools">
        {(state === 'running' || state === 'waiting') && (
          <Tool
            icon={<PauseOutlined />}
            name={t('sftp.queue.pauseOne', { name: shown })}
            onClick={() => pauseUploads([id])}
          />
        )}
        {state === 'paused' && (
          <Tool
            icon={<CaretRightOutlined />}
            name={t('sftp.queue.resumeOne', { name: shown })}
            onClick={() => resumeUploads([id])}
          />
        )}
        {state === 'failed' && (
          <Tool
            icon={<ReloadOutlined />}
            name={t('sftp.queue.retryOne', { name: shown })}
            onClick={() => resumeUploads([id])}
          />
        )}
        {state === 'lost' && <ChooseAgain upload={upload} />}
        {['running', 'waiting', 'paused', 'failed', 'lost', 'asking'].includes(state) && (
          <Tool
            icon={<CloseOutlined />}
            name={t('sftp.queue.cancelOne', { name: shown })}
            onClick={() => cancelUploads([id])}
          />
        )}
      </span>
    </div>
  )
}

function Tool({ icon, name, onClick }: { icon: ReactElement; name: string; onClick: () => void }) {
  return <Button type="text" size="small" icon={icon} aria-label={name} title={name} onClick={onClick} />
}

/** A page may not open a file by itself again: the person shows it once more. */
function ChooseAgain({ upload }: { upload: Upload }) {
  const { t } = useTranslation('server')
  const field = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (file && !giveFile(upload.id, file)) toast.warning(t('sftp.queue.otherFile', { size: formatBytes(upload.size) }))
  }
  const name = t('sftp.queue.chooseAgain', { name: seenName(upload.name) })
  return (
    <>
      <Tool icon={<FileSearchOutlined />} name={name} onClick={() => field.current?.click()} />
      <input ref={field} hidden type="file" aria-label={name} onChange={({ target }) => take(target.files?.[0])} />
    </>
  )
}

import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { Button } from 'antd'
import { useState } from 'react'
import { ProgressBar } from './ProgressBar.tsx'
import { UploadRows } from './UploadRows.tsx'
import { hasEnded, totalsOf, type Upload, type UploadState } from './uploadList.ts'
import { cancelUploads, clearUploads, pauseUploads, resumeUploads, uploadsAtom } from './uploads.ts'
import { useSpeed } from './useSpeed.ts'
import { WorkRow } from './WorkRow.tsx'
import { clearWorks, type Work, worksAtom } from './works.ts'

/** What is on its way and what is being done: the whole in one line, each in a list. */
export function QueuePanel() {
  const { t } = useTranslation('server')
  const uploads = useAtomValue(uploadsAtom)
  const works = useAtomValue(worksAtom)
  const [isOpen, setOpen] = useState(true)
  const totals = totalsOf(uploads)
  const speed = useSpeed(totals.sent, totals.active > 0)
  if (uploads.length === 0 && works.length === 0) return null
  return (
    <section className="sftp-queue" aria-label={t('sftp.queue.title')}>
      <header>
        <Button
          type="text"
          size="small"
          icon={isOpen ? <DownOutlined /> : <UpOutlined />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('sftp.queue.title')}
        </Button>
        {totals.files > 0 && (
          <>
            <ProgressBar
              label={t('sftp.queue.total')}
              share={totals.bytes > 0 ? totals.sent / totals.bytes : totals.files > 0 ? totals.done / totals.files : 1}
            />
            <QueueSum totals={totals} speed={speed} />
          </>
        )}
        <QueueTools uploads={uploads} works={works} />
      </header>
      {isOpen && (
        <div className="sftp-queue-body">
          {works.map((work) => (
            <WorkRow key={work.id} work={work} />
          ))}
          <UploadRows uploads={uploads} />
        </div>
      )}
    </section>
  )
}

const MINUTE = 60

function leftText(t: ReturnType<typeof useTranslation>['t'], seconds: number): string {
  if (seconds < MINUTE) return t('sftp.queue.leftSeconds', { count: Math.max(1, Math.ceil(seconds)) })
  return t('sftp.queue.leftMinutes', { count: Math.ceil(seconds / MINUTE) })
}

function QueueSum({ totals, speed }: { totals: ReturnType<typeof totalsOf>; speed: number }) {
  const { t } = useTranslation('server')
  const isMoving = totals.active > 0 && speed > 0
  return (
    <output className="sftp-queue-sum">
      {t('sftp.queue.sum', {
        done: formatNumber(totals.done),
        files: formatNumber(totals.files),
        sent: formatBytes(totals.sent),
        bytes: formatBytes(totals.bytes),
      })}
      {isMoving && ` · ${t('sftp.queue.speed', { speed: formatBytes(speed) })}`}
      {isMoving && ` · ${leftText(t, (totals.bytes - totals.sent) / speed)}`}
      {totals.failed > 0 && ` · ${t('sftp.queue.failed', { count: totals.failed })}`}
    </output>
  )
}

function QueueTools({ uploads, works }: { uploads: readonly Upload[]; works: readonly Work[] }) {
  const { t } = useTranslation('server')
  const totals = totalsOf(uploads)
  const idsOf = (...states: UploadState[]) => uploads.filter(({ state }) => states.includes(state)).map(({ id }) => id)
  const clear = () => {
    clearUploads()
    clearWorks()
  }
  return (
    <span className="sftp-queue-tools">
      {totals.active > 0 && (
        <Button size="small" onClick={() => pauseUploads(idsOf('running', 'waiting'))}>
          {t('sftp.queue.pauseAll')}
        </Button>
      )}
      {totals.paused > 0 && (
        <Button size="small" onClick={() => resumeUploads(idsOf('paused'))}>
          {t('sftp.queue.resumeAll')}
        </Button>
      )}
      {totals.failed > 0 && (
        <Button size="small" onClick={() => resumeUploads(idsOf('failed'))}>
          {t('sftp.queue.retryAll')}
        </Button>
      )}
      {totals.active + totals.paused > 0 && (
        <Button size="small" danger onClick={() => cancelUploads(idsOf('running', 'waiting', 'paused'))}>
          {t('sftp.queue.cancelAll')}
        </Button>
      )}
      {(uploads.some(hasEnded) || works.some(({ state }) => state !== 'running')) && (
        <Button size="small" onClick={clear}>
          {t('sftp.queue.clear')}
        </Button>
      )}
    </span>
  )
}

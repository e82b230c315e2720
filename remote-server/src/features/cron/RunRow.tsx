import '../../components/run/run.css'
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { CronRun } from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { formatDateTime, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { OutputView } from '../../components/run/OutputView.tsx'
import { durationText } from './durationText.ts'
import { RunState } from './LastRun.tsx'
import { firstLine, messageParts } from './messageParts.ts'

interface Props {
  run: CronRun
  isOpenAtFirst: boolean
  onStop: (id: number) => Promise<unknown>
}

/** A run, with what it said behind a click. */
export function RunRow({ run, isOpenAtFirst, onStop }: Props) {
  const { t } = useTranslation('server')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  const { execCode, message, userName = '', duration = -1, time = 0 } = run
  const state = run.state ?? (execCode === 0 ? 'success' : 'failed')
  return (
    <>
      <button
        type="button"
        className="cron-run"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        <RunState state={state} execCode={execCode} />
        <TimeText value={time > 0 ? time : run.reportTime} />
        <code className="wl-mono cron-run-line">{isOpen ? '' : firstLine(message)}</code>
        <span className="wl-faint cron-run-facts">
          {userName !== '' && t('cron.byHand', { name: userName })}
          {userName !== '' && duration >= 0 && ' · '}
          {duration >= 0 && durationText(duration)}
        </span>
      </button>
      {isOpen && (
        <div id={id} className="cron-run-body">
          <RunOutput run={run} isRunning={state === 'running'} />
          {state === 'running' && (
            <Can any={[Permission.EditCron]}>
              <Button danger size="small" onClick={() => void onStop(run.id)}>
                {t('cron.stop')}
              </Button>
            </Can>
          )}
        </div>
      )}
    </>
  )
}

function RunOutput({ run, isRunning }: { run: CronRun; isRunning: boolean }) {
  const { t } = useTranslation('server')
  const titles = { error: t('cron.why'), out: t('run.stdout'), err: t('run.stderr') }
  return (
    <>
      <OutputView
        label={t('cron.outputOf', { time: formatDateTime(run.reportTime) })}
        parts={messageParts(run.message, titles)}
        isLive={isRunning}
        fileName={`task-${run.cronId}-run-${run.id}.log`}
        empty={t(isRunning ? 'run.silent' : 'run.nothing')}
      />
      {run.isCut && <p className="cron-hint">{t('cron.cut')}</p>}
    </>
  )
}

import {
  PROCESS_COMMANDS,
  type ProcessCommand,
  type ProjectProcess,
} from '@windlass/shared-kit/contract/projectProcess'
import { formatElapsed, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton, StateMark, TimeText, useErrorText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { Run } from './useRuns.ts'

interface Props {
  server: { id: number; name: string; ip: string }
  process: ProjectProcess
  run: Run | undefined
  onRun: (command: ProcessCommand) => void
}

/** One server: what was done there last, what it said, and what can be done next. */
export function ServerRow({ server, process, run, onRun }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <li className="dp-process-row">
      <header>
        <strong>{server.name}</strong>
        <span className="wl-faint">{server.ip}</span>
        <RunMark run={run} />
        <span className="dp-process-buttons">
          {PROCESS_COMMANDS.map((command) => (
            <Button
              key={command}
              size="small"
              danger={command === 'stop'}
              disabled={process[command] === '' || (run?.isRunning === true && run.command !== command)}
              loading={run?.isRunning === true && run.command === command}
              title={process[command] === '' ? t('process.notDefined') : process[command]}
              aria-label={`${t(`process.run.${command}`)}: ${isolated(server.name)}`}
              onClick={() => onRun(command)}
            >
              {t(`process.run.${command}`)}
            </Button>
          ))}
        </span>
      </header>
      {run && <Output run={run} />}
    </li>
  )
}

function RunMark({ run }: { run: Run | undefined }) {
  const { t } = useTranslation('deploy')
  if (!run) return <StateMark state="disabled">{t('process.notRun')}</StateMark>
  const command = t(`process.run.${run.command}`)
  if (run.isRunning) return <StateMark state="running">{t('process.isRunning', { command })}</StateMark>
  if (!run.outcome) return <StateMark state="failed">{t('process.couldNotRun', { command })}</StateMark>
  const { execRes, exitCode, startTime, endTime } = run.outcome
  const words = execRes ? t('process.succeeded', { command }) : t('process.failed', { command, code: exitCode })
  return (
    <>
      <StateMark state={execRes ? 'success' : 'failed'}>{words}</StateMark>
      <span className="wl-faint">
        <TimeText value={endTime} /> · {formatElapsed(startTime, endTime)}
      </span>
    </>
  )
}

/** What a command says; open as soon as there is something, because that is what it was run for. */
function Output({ run }: { run: Run }) {
  const { t } = useTranslation('deploy')
  const errorText = useErrorText()
  const { outcome, error } = run
  if (error) {
    return (
      <p className="dp-process-reason" role="alert">
        {errorText(error).text}
      </p>
    )
  }
  const stdout = outcome ? outcome.stdout : run.live
  const stderr = outcome?.stderr ?? ''
  const remarks = [outcome?.isCut && t('process.isCut'), outcome?.isLeftOpen && t('process.isLeftOpen')].filter(Boolean)
  return (
    <details open>
      <summary>{t('process.output')}</summary>
      {remarks.map((remark) => (
        <p key={String(remark)} className="wl-faint">
          {remark}
        </p>
      ))}
      {stdout === '' && stderr === '' && (
        <p className="wl-faint">{t(run.isRunning ? 'process.silent' : 'process.nothing')}</p>
      )}
      <Text label={t('process.stdout')} text={stdout} />
      <Text label={t('process.stderr')} text={stderr} isError />
    </details>
  )
}

function Text({ label, text, isError = false }: { label: string; text: string; isError?: boolean }) {
  const { t } = useTranslation('deploy')
  if (text === '') return null
  return (
    <div className={isError ? 'dp-process-text dp-process-stderr' : 'dp-process-text'}>
      <div>
        <span className="wl-faint">{label}</span>
        <CopyButton text={text} label={t('process.copy', { name: label })} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long output scrolls, also by keyboard */}
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}

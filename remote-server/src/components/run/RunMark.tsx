import type { RunServer, RunState, ScriptRunRow } from '@windlass/shared-kit/contract/serverScript'
import { RUN_STATES } from '@windlass/shared-kit/contract/serverScript'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'

const MARKS = {
  waiting: 'waiting',
  running: 'running',
  success: 'success',
  failed: 'failed',
  timeout: 'failed',
  unreachable: 'failed',
  interrupted: 'failed',
  killed: 'disabled',
} as const satisfies Record<RunState, MarkState>

/** How a run stands on a server, with the code or signal it ended with. */
export function RunMark({ server }: { server: Pick<RunServer, 'exitCode' | 'signal' | 'state'> }) {
  const { t } = useTranslation('server')
  const { state, exitCode, signal } = server
  const words = t(`run.state.${state}`)
  const end =
    state !== 'failed' ? '' : signal === '' ? t('run.exit', { code: exitCode }) : `SIG${signal.replace(/^SIG/, '')}`
  return <StateMark state={MARKS[state]}>{end === '' ? words : `${words} · ${end}`}</StateMark>
}

/** How many servers of a run stand how, worst first. */
export function RunCounts({ states }: { states: ScriptRunRow['states'] }) {
  const { t } = useTranslation('server')
  const shown = RUN_STATES.toReversed().filter((state) => (states[state] ?? 0) > 0)
  return (
    <span className="run-counts">
      {shown.map((state) => (
        <StateMark key={state} state={MARKS[state]}>
          {t(`run.count.${state}`, { count: states[state] ?? 0 })}
        </StateMark>
      ))}
    </span>
  )
}

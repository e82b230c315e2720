import { ServerAcceptHostKey } from '@windlass/shared-kit/contract/server'
import type { Diagnosis, DiagnosisStep } from '@windlass/shared-kit/contract/serverDiagnosis'
import { call } from '@windlass/shared-kit/http'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, MonoText, StateMark, useErrorText } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { ChangedHostKey } from './ChangedHostKey.tsx'
import { SystemText } from './SystemText.tsx'
import type { DiagnosisRun } from './useDiagnosis.ts'

const MARKS: Readonly<Record<DiagnosisStep['state'], MarkState>> = {
  waiting: 'waiting',
  running: 'running',
  passed: 'success',
  warned: 'waiting',
  failed: 'failed',
  skipped: 'disabled',
}

interface Props {
  run: DiagnosisRun
  /** Runs again, once a changed host key was accepted. */
  onAgain: () => void
}

/** A connection step by step: how far it came, how long each step took, and what to do about the one that failed. */
export function DiagnosisView({ run, onAgain }: Props) {
  const steps = run.result?.steps ?? Object.values(run.live)
  const change = run.result?.changedHostKey
  const hops = Map.groupBy(steps, ({ hop }) => hop)
  return (
    <div className="server-diagnosis" aria-live="polite">
      {run.result && <Verdict result={run.result} />}
      {run.error && <Failure error={run.error} />}
      {change && (
        <ChangedHostKey
          change={change}
          onAccept={async () => {
            await call(ServerAcceptHostKey, { host: change.host, port: change.port, fingerprint: change.presented })
            onAgain()
          }}
        />
      )}
      {[...hops].map(([hop, own]) => (
        <Hop key={hop} steps={own} isLast={hop === Math.max(...hops.keys())} />
      ))}
    </div>
  )
}

function Verdict({ result }: { result: Diagnosis }) {
  const { t } = useTranslation('server')
  const failed = result.steps.find(({ state }) => state === 'failed')
  const warnings = result.steps.filter(({ state }) => state === 'warned').length
  const type = failed ? 'error' : warnings > 0 ? 'warning' : 'success'
  const title = failed
    ? t('test.failedAt', { step: t(`test.steps.${failed.kind}`), address: failed.address })
    : warnings > 0
      ? t('test.connectedBut', { count: warnings })
      : t('test.connected')
  return (
    <Alert type={type} showIcon title={title} description={result.osInfo && <SystemText osInfo={result.osInfo} />} />
  )
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('server')
  const { text, requestId } = useErrorText()(error)
  const number = requestId && (
    <>
      {' '}
      {t('test.requestId')} <code>{requestId}</code>
    </>
  )
  return (
    <Alert
      type="error"
      showIcon
      title={t('test.failed')}
      description={
        <p className="server-reason">
          <span>{text}</span>
          {number}
        </p>
      }
    />
  )
}

function Hop({ steps, isLast }: { steps: readonly DiagnosisStep[]; isLast: boolean }) {
  const { t } = useTranslation('server')
  const [first] = steps
  if (!first) return null
  return (
    <section className="server-steps">
      <h2>
        {t(isLast ? 'test.target' : 'test.jump', { number: first.hop + 1 })} <MonoText>{first.address}</MonoText>
      </h2>
      <ol>
        {steps
          .filter(({ kind, state }) => kind !== 'name' || state !== 'skipped')
          .map((step) => (
            <Step key={step.kind} step={step} />
          ))}
      </ol>
    </section>
  )
}

function Step({ step }: { step: DiagnosisStep }) {
  const { t } = useTranslation('server')
  const { kind, state, ms, detail, failure, message } = step
  const isOver = state === 'passed' || state === 'warned' || state === 'failed'
  return (
    <li className={`server-step server-step-${state}`}>
      <span className="server-step-line">
        <StateMark state={MARKS[state]}>
          {t(`test.steps.${kind}`)}
          <span className="wl-hidden"> {t(`test.states.${state}`)}</span>
        </StateMark>
        {detail !== '' && <code className="wl-mono server-step-detail">{detail}</code>}
        {isOver && <span className="wl-faint server-step-time">{t('test.ms', { number: formatNumber(ms) })}</span>}
      </span>
      {failure !== '' && (
        <span className="server-step-advice">
          <b>{t(`failure.${failure}`, { defaultValue: t('failure.protocol') })}</b>
          <span className="wl-faint">{message}</span>
        </span>
      )}
    </li>
  )
}

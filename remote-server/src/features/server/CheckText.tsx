import type { ServerRow } from '@windlass/shared-kit/contract/server'
import type { DiagnosisStep } from '@windlass/shared-kit/contract/serverDiagnosis'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { DiagnosisRun } from './useDiagnosis.ts'

interface Props {
  server: ServerRow
  run: DiagnosisRun | undefined
  isWaiting: boolean
  onCheck: () => void
  onShow: () => void
  onKeys: () => void
}

const millisecondsOf = (steps: readonly DiagnosisStep[]) =>
  steps
    .filter(({ kind }) => kind === 'tcp' || kind === 'hostKey' || kind === 'auth')
    .reduce((sum, { ms }) => sum + ms, 0)

/** Whether a server can be reached, which is only known when somebody asks. */
export function CheckText({ server, run, isWaiting, onCheck, onShow, onKeys }: Props) {
  const { t } = useTranslation('server')
  const { name } = server
  if (isWaiting) return <StateMark state="waiting">{t('check.waiting')}</StateMark>
  if (run && !run.result && !run.error) {
    const now = Object.values(run.live).findLast(({ state }) => state === 'running')
    return <StateMark state="running">{now ? t(`check.short.${now.kind}`) : t('check.running')}</StateMark>
  }
  if (!run && server.hostKey?.isChanged) {
    return (
      <Button
        className="server-outcome"
        size="small"
        type="link"
        danger
        aria-label={t('check.show', { name, words: t('keys.changedShort') })}
        title={t('keys.changedShort')}
        onClick={onKeys}
      >
        <StateMark state="failed">{t('check.short.hostKey')}</StateMark>
      </Button>
    )
  }
  if (!run) {
    return (
      <Button
        className="server-outcome"
        size="small"
        type="link"
        aria-label={t('check.one', { name })}
        onClick={onCheck}
      >
        {t('check.run')}
      </Button>
    )
  }
  const failed = run.result?.steps.find(({ state }) => state === 'failed')
  const warnings = run.result?.steps.filter(({ state }) => state === 'warned').length ?? 0
  const isFine = run.result !== undefined && !failed
  const words = isFine
    ? t(warnings > 0 ? 'check.warned' : 'check.fine', { ms: formatNumber(millisecondsOf(run.result?.steps ?? [])) })
    : failed
      ? t('check.failed', { step: t(`test.steps.${failed.kind}`) })
      : t('test.failed')
  // In the column there is room for the step; the mark says that it failed.
  const short = failed ? t(`check.short.${failed.kind}`) : words
  return (
    <Button
      className="server-outcome"
      size="small"
      type="link"
      aria-label={t('check.show', { name, words })}
      title={words}
      onClick={onShow}
    >
      <StateMark state={isFine ? (warnings > 0 ? 'waiting' : 'success') : 'failed'}>{short}</StateMark>
    </Button>
  )
}

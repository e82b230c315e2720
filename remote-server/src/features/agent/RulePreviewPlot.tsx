import type { RulePreview } from '@windlass/shared-kit/contract/serverRule'
import { formatDateTime, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Plot, usePlotColors } from '@windlass/shared-kit/plot'
import { StateMark, useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Form } from 'antd'
import { useDeferredValue } from 'react'
import { timesOf } from './metricCharts.ts'
import { previewOf, type RuleFields } from './ruleFields.ts'
import { useRulePreview } from './useRules.ts'

const HEIGHT_PX = 180
const CLOCK = { from: 11, to: 16 }
const SHOWN_FIRINGS = 5

/** What the rule in the form would have done in the last day, drawn as it is written. */
export function RulePreviewPlot({ serverId }: { serverId: number }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<RuleFields>()
  const fields = Form.useWatch([], form) as Partial<RuleFields> | undefined
  // What is half typed is not asked about letter by letter.
  const terms = useDeferredValue(JSON.stringify(previewOf(serverId, fields) ?? null))
  const { data, error } = useRulePreview((JSON.parse(terms) as ReturnType<typeof previewOf> | null) ?? undefined)
  const errorText = useErrorText()
  if (terms === 'null') return <p className="wl-faint ag-preview">{t('rule.previewLater')}</p>
  return (
    <section className="ag-preview" aria-live="polite">
      {error ? (
        <Alert type="error" showIcon title={errorText(error).text} />
      ) : (
        data && <Picture preview={data} threshold={Number(fields?.value)} />
      )}
    </section>
  )
}

const clockOf = (time: number) => formatDateTime(time).slice(CLOCK.from, CLOCK.to)

function Picture({ preview, threshold }: { preview: RulePreview; threshold: number }) {
  const { t } = useTranslation('server')
  const { palette } = usePlotColors()
  const { from, to, step, points, firings } = preview
  const times = timesOf({ from, to, step })
  const byTime = new Map(points.map((point) => [point.time, point]))
  const column = (of: (point: (typeof points)[number]) => number) =>
    times.map((time) => {
      const point = byTime.get(time)
      return point ? of(point) : null
    })
  const told = firings.filter(({ isTold }) => isTold)
  const most = points.reduce((top, { max }) => Math.max(top, max), threshold)
  return (
    <>
      <Plot
        title={t('rule.preview')}
        summary={t('rule.previewSummary', { count: told.length })}
        isSummaryShown
        height={HEIGHT_PX}
        group="rule-preview"
        note={points.length === 0 ? t('rule.previewEmpty') : undefined}
        picture={{
          ...{ times, from, to },
          bands: [{ color: palette.accent, low: column(({ min }) => min), high: column(({ max }) => max) }],
          lines: [{ color: palette.accent, values: column(({ value }) => value) }],
          levels: [{ value: threshold, color: palette.failed }],
          markers: told.map(({ time }) => ({ time, label: clockOf(time) })),
          top: { least: Math.max(most, Number.EPSILON) },
          format: (value) => formatNumber(value, { maximumFractionDigits: 2 }),
        }}
      />
      <NowText now={preview.now} />
      {told.length > 0 && (
        <p className="wl-faint">
          {t('rule.previewTimes', {
            times: told
              .slice(-SHOWN_FIRINGS)
              .map(({ time, value }) => `${clockOf(time)} (${formatNumber(value, { maximumFractionDigits: 2 })})`)
              .join(', '),
          })}
        </p>
      )}
    </>
  )
}

function NowText({ now }: { now: RulePreview['now'] }) {
  const { t } = useTranslation('server')
  if (!now) return <StateMark state="disabled">{t('rule.nowNothing')}</StateMark>
  const value = formatNumber(now.value, { maximumFractionDigits: 2 })
  return (
    <StateMark state={now.isHit ? 'failed' : 'success'}>
      {t(now.isHit ? 'rule.nowHit' : 'rule.nowFine', { value })}
    </StateMark>
  )
}

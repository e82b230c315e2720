import { ReloadOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Preset, RangeSelect, type TimeRange } from '@windlass/shared-kit/range'
import { Button, Switch } from 'antd'
import { LONGEST_RANGE_MS } from './metricCharts.ts'

interface Props {
  range: TimeRange
  isLive: boolean
  isFetching: boolean
  onPreset: (preset: Preset) => void
  onRange: (from: number, to: number) => void
  onLive: (isLive: boolean) => void
  onRefresh: () => void
}

/** What stretch of time the charts show, and whether they follow it. */
export function RangeBar({ range, isLive, isFetching, onPreset, onRange, onLive, onRefresh }: Props) {
  const { t } = useTranslation('server')
  return (
    <div className="ag-range">
      <RangeSelect
        label={t('agent.range')}
        range={range}
        longestMs={LONGEST_RANGE_MS}
        onPreset={onPreset}
        onRange={onRange}
      />
      <label className="ag-live">
        <Switch size="small" checked={isLive} onChange={onLive} /> <span>{t('agent.live')}</span>
      </label>
      <Button
        type="text"
        icon={<ReloadOutlined spin={isFetching} />}
        aria-label={t('agent.refresh')}
        title={t('agent.refresh')}
        onClick={onRefresh}
      />
    </div>
  )
}

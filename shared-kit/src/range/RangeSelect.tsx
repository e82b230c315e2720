import './range.css'
import { fieldTime, formatDateTime, readField, useOwnTexts, useOwnZone } from '@windlass/shared-kit/i18n'
import { Button, Form, Input, Popover, Select } from 'antd'
import { useState } from 'react'
import en from './locales/en.json'
import chinese from './locales/zh-cn.json'
import { endsOf, PRESET_NAMES, type Preset, rangeProblem, type TimeRange } from './timeRange.ts'

const TEXTS = { en, 'zh-cn': chinese }
const MINUTE_TEXT = 16
const DAY_MS = 86_400_000

interface Props {
  /** What the range is of, for screen readers. */
  label: string
  /** Undefined is all times, for those who may choose that. */
  range: TimeRange | undefined
  /** How long a range may be, when no more is kept. */
  longestMs?: number
  onPreset: (preset: Preset) => void
  onRange: (from: number, to: number) => void
  /** Chooses all times; absent when that is too much to show. */
  onAll?: () => void
}

const useRangeText = () => useOwnTexts('range', TEXTS)

/** Chooses a stretch of time: one of the presets, or one of one's own. */
export function RangeSelect({ label, range, longestMs, onPreset, onRange, onAll }: Props) {
  const { t } = useRangeText()
  const [isOpen, setOpen] = useState(false)
  const isOwn = range !== undefined && range.preset === undefined
  const handleChange = (value: Preset | 'own' | 'all') => {
    if (value === 'all') onAll?.()
    else if (value !== 'own') onPreset(value)
  }
  return (
    <>
      <Select<Preset | 'own' | 'all'>
        aria-label={label}
        value={range === undefined ? 'all' : (range.preset ?? 'own')}
        popupMatchSelectWidth={false}
        options={[
          ...(isOwn ? [{ value: 'own' as const, label: `${shortText(range.from)} – ${shortText(range.to)}` }] : []),
          ...(onAll ? [{ value: 'all' as const, label: t('all') }] : []),
          ...PRESET_NAMES.map((value) => ({ value, label: t(`preset.${value}`) })),
        ]}
        onChange={handleChange}
      />
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        // Built anew each time it opens; without anything in it the popover would not open at all.
        destroyOnHidden
        content={
          <OwnRange
            range={range ?? { preset: '1d' }}
            longestMs={longestMs ?? Number.MAX_SAFE_INTEGER}
            onChoose={(from, to) => {
              setOpen(false)
              onRange(from, to)
            }}
          />
        }
      >
        <Button>{t('own')}</Button>
      </Popover>
    </>
  )
}

/** Without the seconds, and without the year. */
const shortText = (time: number) => formatDateTime(time).slice(5, MINUTE_TEXT)

interface OwnProps {
  range: TimeRange
  longestMs: number
  onChoose: (from: number, to: number) => void
}

function OwnRange({ range, longestMs, onChoose }: OwnProps) {
  const { t } = useRangeText()
  const zone = useOwnZone()
  const [start] = useState(() => {
    const { from, to } = endsOf(range, Date.now())
    return { from: fieldTime(from), to: fieldTime(to) }
  })
  const [problem, setProblem] = useState<ReturnType<typeof rangeProblem>>()
  const handleFinish = (fields: { from: string; to: string }) => {
    const [from, to] = [readField(fields.from), readField(fields.to)]
    const found = rangeProblem(from, to, longestMs)
    setProblem(found)
    if (!found) onChoose(from, to)
  }
  return (
    <Form className="wl-own-range" layout="vertical" requiredMark={false} initialValues={start} onFinish={handleFinish}>
      <Form.Item name="from" label={t('from')}>
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item
        name="to"
        label={t('to')}
        validateStatus={problem ? 'error' : ''}
        help={problem && t(`problem.${problem}`, { days: Math.floor(longestMs / DAY_MS) })}
      >
        <Input type="datetime-local" />
      </Form.Item>
      <p className="wl-faint">{t('zone', { zone: zone.replaceAll('_', ' ') })}</p>
      <Button type="primary" htmlType="submit" block>
        {t('show')}
      </Button>
    </Form>
  )
}

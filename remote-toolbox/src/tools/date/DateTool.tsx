import { formatRelativeTime, useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button, Input } from 'antd'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { ToolProps } from '../../box/tool.ts'
import { useToolState } from '../../box/useToolState.ts'
import { at, convertDate, convertTimestamp, type DateState, EMPTY, shift, today } from './dateState.ts'
import { isSeconds, readTimestamp, writeDate } from './readDate.ts'

/** Specification 2: the placeholders show the time as it passes. */
const TICK_MS = 1000

function useTick(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** The key of the text that says how the timestamp is read. */
function timestampHint({ timestamp, instant }: DateState): string {
  if (instant !== undefined || readTimestamp(timestamp) === undefined) return 'date.unitHint'
  return isSeconds(timestamp) ? 'date.asSeconds' : 'date.asMilliseconds'
}

/** Converts between timestamps and dates. */
export default function DateTool({ isShown }: ToolProps) {
  const { t } = useTranslation('toolbox')
  const [kept, keep] = useToolState({ timestamp: '' })
  const [state, setState] = useState<DateState>(() => (kept.timestamp === '' ? EMPTY : at(Number(kept.timestamp))))
  const now = useTick(isShown)
  const show = (next: DateState) => {
    setState(next)
    if (!next.problem) keep({ timestamp: next.instant === undefined ? '' : String(next.instant) })
  }
  return (
    <div className="toolbox-tool">
      <div className="toolbox-buttons">
        <Button onClick={() => show(at(Date.now()))}>{t('date.now')}</Button>
        <Button onClick={() => show(today(Date.now()))}>{t('date.today')}</Button>
        <Button onClick={() => show(shift(state, -1, Date.now()))}>{t('date.minusDay')}</Button>
        <Button onClick={() => show(shift(state, 1, Date.now()))}>{t('date.plusDay')}</Button>
        <Button className="toolbox-last" type="text" onClick={() => show(EMPTY)}>
          {t('clear')}
        </Button>
      </div>
      <DateField
        label={t('date.timestamp')}
        value={state.timestamp}
        placeholder={String(Math.floor(now / 1000))}
        hint={t(timestampHint(state))}
        problem={state.problem === 'timestamp' ? t('date.noTimestamp') : undefined}
        onChange={(timestamp) => setState({ timestamp, date: state.date, edited: 'timestamp' })}
        onConvert={() => show(convertTimestamp(state, Date.now()))}
      />
      <DateField
        label={t('date.date')}
        value={state.date}
        placeholder={writeDate(now)}
        hint={t('date.zone', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
        problem={state.problem === 'date' ? t('date.noDate') : undefined}
        onChange={(date) => setState({ date, timestamp: state.timestamp, edited: 'date' })}
        onConvert={() => show(convertDate(state, Date.now()))}
      />
      {state.instant !== undefined && <Readings instant={state.instant} now={now} />}
    </div>
  )
}

interface FieldProps {
  label: string
  value: string
  placeholder: string
  hint: string
  problem: string | undefined
  onChange: (text: string) => void
  onConvert: () => void
}

function DateField({ label, value, placeholder, hint, problem, onChange, onConvert }: FieldProps) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const handleKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter belongs to it.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onConvert()
  }
  return (
    <div className="toolbox-field">
      <label htmlFor={id}>{label}</label>
      <div className="toolbox-line">
        <Input
          id={id}
          className="wl-mono"
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          status={problem ? 'error' : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <Button onClick={onConvert}>{t('date.convert')}</Button>
        <CopyButton text={value} label={t('copyOf', { name: label })} />
      </div>
      <small
        id={`${id}-hint`}
        className={problem ? 'toolbox-problem' : 'wl-faint'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? hint}
      </small>
    </div>
  )
}

function Readings({ instant, now }: { instant: number; now: number }) {
  const { t } = useTranslation('toolbox')
  // The clock shown ticks once a second, so it is a little behind.
  const isNow = Math.abs(instant - now) < TICK_MS
  const readings = [
    ['utc', new Date(instant).toISOString()],
    ['milliseconds', String(instant)],
  ] as const
  return (
    <dl className="toolbox-readings">
      {readings.map(([name, text]) => (
        <div key={name}>
          <dt>{t(`date.${name}`)}</dt>
          <dd>
            <code className="wl-mono">{text}</code>
            <CopyButton text={text} label={t('copyOf', { name: t(`date.${name}`) })} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('date.relative')}</dt>
        <dd>{formatRelativeTime(new Date(instant), isNow ? instant : now)}</dd>
      </div>
    </dl>
  )
}

import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Button, Select, Switch } from 'antd'
import { useId } from 'react'
import { clockText } from './playbackClock.ts'
import type { usePlayback } from './usePlayback.ts'

const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const
const STEP_S = 0.1

interface Props {
  playback: ReturnType<typeof usePlayback>
  onSeek: (time: number) => void
}

/** Play, the moment, the speed. */
export function PlayerControls({ playback, onSeek }: Props) {
  const { t } = useTranslation('logs')
  const id = useId()
  const { time, length, isPlaying, options, setOptions, toggle } = playback
  const label = t(isPlaying ? 'terminal.pause' : 'terminal.play')
  const linkHere = () => {
    const url = new URL(location.href)
    const [path = '', query = ''] = url.hash.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('t', String(Math.round(time * 100) / 100))
    url.hash = `${path}?${parameters}`
    return Promise.resolve(url.href)
  }
  return (
    <div className="record-controls">
      <Button
        type="primary"
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={label}
        title={label}
        onClick={toggle}
      />
      <span className="record-clock">
        {clockText(time, length)} / {clockText(length, length)}
      </span>
      <input
        type="range"
        aria-label={t('terminal.moment')}
        aria-valuetext={clockText(time, length)}
        min={0}
        max={length}
        step={STEP_S}
        value={time}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      <Select
        aria-label={t('terminal.speed')}
        value={options.speed}
        onChange={(speed) => setOptions({ ...options, speed })}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
      />
      <span className="record-pauses">
        <Switch
          id={id}
          size="small"
          checked={options.skipsPauses}
          onChange={(skipsPauses) => setOptions({ ...options, skipsPauses })}
        />{' '}
        <label htmlFor={id}>{t('terminal.skipPauses')}</label>
      </span>
      <CopyButton text={linkHere} label={t('terminal.copyMoment')} />
    </div>
  )
}

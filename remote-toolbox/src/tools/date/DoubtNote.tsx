import { useTranslation } from '@windlass/shared-kit/i18n'
import { Radio } from 'antd'
import { changeClocks } from '../../parts/changeText.ts'
import type { Doubt } from './dateMeaning.ts'
import { writeIso } from './writeDate.ts'

interface Props {
  doubt: Doubt
  onPick: (pick: 'earlier' | 'later') => void
}

/** Says that clocks skip a date or show it twice, and lets one choose between the two moments. */
export function DoubtNote({ doubt, onPick }: Props) {
  const { t } = useTranslation('toolbox')
  const clocks = changeClocks(doubt.change)
  const moments = ['earlier', 'later'] as const
  return (
    <div className="date-doubt" aria-live="polite">
      <p>{t(`date.${doubt.kind}`, { ...clocks, zone: doubt.zone.replaceAll('_', ' ') })}</p>
      <Radio.Group
        vertical
        value={doubt.taken}
        onChange={(event) => onPick(event.target.value === 'earlier' ? 'earlier' : 'later')}
        options={moments.map((moment) => ({
          value: moment,
          label: (
            <>
              <code className="wl-mono">{writeIso(doubt[moment], doubt.zone)}</code>{' '}
              <span className="wl-faint">{t(`date.moment.${doubt.kind}.${moment}`)}</span>
            </>
          ),
        }))}
      />
    </div>
  )
}

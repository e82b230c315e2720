import { useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { spanText } from '../../parts/changeText.ts'
import { type Reading, Readings } from '../../parts/Readings.tsx'
import { useTick } from '../../parts/useTick.ts'
import { millisecondsOf, type Unit, writeTimestamp } from './readTimestamp.ts'
import { writeHttpDate, writeIso } from './writeDate.ts'

interface Props {
  nanos: bigint
  /** What the timestamp counted. */
  unit: Unit | undefined
  /** What the timestamp field shows already. */
  timestamp: string
  zone: string
  isShown: boolean
}

/** The same moment, written in other ways. */
export function MomentReadings({ nanos, unit, timestamp, zone, isShown }: Props) {
  const { t } = useTranslation('toolbox')
  // Nobody who counts in milliseconds needs the longer numbers.
  const isFine = unit === 'us' || unit === 'ns' || nanos % 1_000_000n !== 0n
  const counts: readonly Unit[] = isFine ? ['s', 'ms', 'us', 'ns'] : ['s', 'ms']
  const items: Reading[] = [
    { name: t('date.relative'), text: '', node: <Relative nanos={nanos} isShown={isShown} /> },
    { name: t('date.iso'), text: writeIso(nanos, zone) },
    ...(zone === 'UTC' ? [] : [{ name: t('date.utc'), text: writeIso(nanos, 'UTC') }]),
    ...counts
      .map((count) => ({ name: t(`date.unitNames.${count}`), text: writeTimestamp(nanos, count) }))
      .filter(({ text }) => text !== timestamp),
    { name: t('date.http'), text: writeHttpDate(nanos) },
  ]
  return <Readings items={items} />
}

function Relative({ nanos, isShown }: Pick<Props, 'nanos' | 'isShown'>) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const now = useTick(isShown)
  const ahead = millisecondsOf(nanos) - now
  // The clock shown ticks once a second, so it is a little behind.
  if (Math.abs(ahead) < 1000) return <span>{t('date.justNow')}</span>
  return <span>{t(ahead > 0 ? 'date.ahead' : 'date.ago', { span: spanText(ahead, language) })}</span>
}

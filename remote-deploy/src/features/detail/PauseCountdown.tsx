import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { useEffect, useState } from 'react'
import { formatDuration } from './traceStages.ts'

const SECOND_MS = 1000

/** How long it is until the next batch begins; counted here, because the clocks of browsers and servers differ. */
export function PauseCountdown({ pauseMs, readAt }: { pauseMs: number; readAt: number }) {
  const { t } = useTranslation('deploy')
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, pauseMs - Math.max(0, now - readAt))
  const time = formatDuration(Math.ceil(left / SECOND_MS))
  return <StateMark state="waiting">{t('rollout.nextBatch', { time })}</StateMark>
}

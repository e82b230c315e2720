import './notices.css'
import { ReleaseLeavePreview } from '@windlass/shared-kit/contract/areaUse'
import { call } from '@windlass/shared-kit/http'
import { formatRelativeTime, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useNow } from '@windlass/shared-kit/ui'
import { useAreaName } from '../areas/areaTitle.ts'
import { registryAtom } from '../areas/registry.ts'

/** Says all the time that this browser sees what others do not, and how to stop that. */
export default function PreviewBanner() {
  const { t } = useTranslation('host')
  const nameOf = useAreaName()
  const now = useNow()
  const preview = useAtomValue(registryAtom).preview
  if (!preview) return null
  const { area, version, origin, expireTime } = preview
  const isRunning = expireTime > now
  const what = { area: nameOf(area), version, origin: origin && new URL(origin).host }
  const leave = async () => {
    await call(ReleaseLeavePreview)
    location.reload()
  }
  // A refusal is shown by the host; the preview then goes on.
  const leaveOrReload = () => (isRunning ? leave().catch(() => undefined) : location.reload())
  return (
    <section className="preview-banner" aria-label={t('preview.label')} data-running={isRunning}>
      <output>
        <strong>{t('preview.label')}</strong>
        <span>
          {isRunning ? t(origin === '' ? 'preview.published' : 'preview.fromMachine', what) : t('preview.ended', what)}
        </span>
      </output>
      {/* Outside of what is read aloud when it changes: it does so every minute. */}
      {isRunning && (
        <time
          className="preview-banner-rest"
          dateTime={new Date(expireTime).toISOString()}
          title={formatZonedTime(expireTime)}
        >
          {t('preview.ends', { time: formatRelativeTime(expireTime, now) })}
        </time>
      )}
      <button type="button" className="button-quiet" onClick={() => void leaveOrReload()}>
        {t(isRunning ? 'preview.leave' : 'preview.reload')}
      </button>
    </section>
  )
}

import './notices.css'
import { ReleaseLeavePreview } from '@windlass/shared-kit/contract/areaUse'
import { call } from '@windlass/shared-kit/http'
import { formatRelativeTime, useTranslation } from '@windlass/shared-kit/i18n'
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
  const isRunning = preview.expireTime > now
  const leave = async () => {
    await call(ReleaseLeavePreview)
    location.reload()
  }
  return (
    <section className="preview-banner" aria-label={t('preview.label')}>
      <strong>{t('preview.label')}</strong>
      <span>
        {t(preview.origin === '' ? 'preview.published' : 'preview.fromMachine', {
          area: nameOf(preview.area),
          version: preview.version,
          origin: preview.origin,
        })}
      </span>
      <span className="preview-banner-rest">
        {isRunning ? t('preview.ends', { time: formatRelativeTime(preview.expireTime, now) }) : t('preview.ended')}
      </span>
      <button
        type="button"
        className="button-quiet" // A refusal is shown by the host; the preview then goes on.
        onClick={() => leave().catch(() => undefined)}
      >
        {t(isRunning ? 'preview.leave' : 'preview.reload')}
      </button>
    </section>
  )
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAreaName } from './areaTitle.ts'
import { addressWithAll } from './disabledByAddress.ts'
import type { OffReason } from './registry.ts'

interface Props {
  area: string
  off: OffReason
  onRetry: () => void
}

/** Says in the area's own place that it is turned off, by whom, and how it comes back. */
export function AreaOff({ area, off, onRetry }: Props) {
  const { t } = useTranslation('host')
  const name = useAreaName()(area)
  return (
    <section className="area-card" data-tone="off">
      <h2>{t(`areaOff.${off.reason}.title`, { area: name })}</h2>
      <p>{t(`areaOff.${off.reason}.explanation`)}</p>
      {off.message !== '' && <blockquote>{off.message}</blockquote>}
      <div className="area-card-actions">
        {off.reason === 'address' ? (
          <a className="button-primary" href={addressWithAll(location)} onClick={loadWithAll}>
            {t('areaOff.address.load')}
          </a>
        ) : (
          <button type="button" className="button-quiet" onClick={onRetry}>
            {t('areaOff.again')}
          </button>
        )}
      </div>
    </section>
  )
}

// The addresses may differ after `#` only, and following such a link loads nothing.
function loadWithAll(event: { preventDefault: () => void }): void {
  event.preventDefault()
  history.replaceState(null, '', addressWithAll(location))
  location.reload()
}

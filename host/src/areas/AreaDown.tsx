import { useTranslation } from '@windlass/shared-kit/i18n'
import { AreaError, reasonOf } from './areaError.ts'
import { useAreaName } from './areaTitle.ts'

interface Props {
  area: string
  error: unknown
  onRetry: () => void
  /** Another version that may work. */
  instead?: { version: string; onUse: () => void } | undefined
}

/** Says in the area's own place that it is down; everything around it goes on. */
export function AreaDown({ area, error, onRetry, instead }: Props) {
  const { t } = useTranslation('host')
  const nameOf = useAreaName()
  const failure = error instanceof AreaError ? error : undefined
  return (
    <section className="area-card" data-tone="failed" role="alert">
      <h2>{t('areaDown.title', { area: nameOf(area) })}</h2>
      <p>{t('areaDown.explanation')}</p>
      <dl>
        <dt>{t('areaDown.area')}</dt>
        <dd>
          {area} {failure?.version}
        </dd>
        <dt>{t('areaDown.reason')}</dt>
        <dd>{reasonOf(error)}</dd>
        {failure && (
          <>
            <dt>{t('areaDown.errorId')}</dt>
            <dd>{failure.errorId}</dd>
          </>
        )}
      </dl>
      <div className="area-card-actions">
        <button type="button" className="button-primary" onClick={onRetry}>
          {t('areaDown.retry')}
        </button>
        {instead && (
          <button type="button" className="button-quiet" onClick={instead.onUse}>
            {t('areaDown.useInstead', { version: instead.version })}
          </button>
        )}
      </div>
    </section>
  )
}

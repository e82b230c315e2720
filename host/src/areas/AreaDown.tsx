import { useTranslation } from '@windlass/shared-kit/i18n'
import { AreaError } from './loadArea.ts'

interface Props {
  area: string
  error: unknown
  onRetry: () => void
}

/** The first line: loaders add paragraphs about themselves, which the browser's console keeps. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').replace(/^\[ Federation Runtime \]: /, '')
}

/** Says in the area's own place that it is down; everything around it goes on. */
export function AreaDown({ area, error, onRetry }: Props) {
  const { t } = useTranslation('host')
  const failure = error instanceof AreaError ? error : undefined
  return (
    <section className="area-down" role="alert">
      <h2>{t('areaDown.title', { area })}</h2>
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
      <button type="button" className="button-primary" onClick={onRetry}>
        {t('areaDown.retry')}
      </button>
    </section>
  )
}

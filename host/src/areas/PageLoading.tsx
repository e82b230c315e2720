import { useTranslation } from '@windlass/shared-kit/i18n'

/** Grey bars where a page is about to be; they show up only when it takes noticeably long. */
export function PageLoading() {
  const { t } = useTranslation('host')
  return (
    <output className="page-loading" aria-label={t('loading')}>
      <i />
      <i />
      <i />
    </output>
  )
}

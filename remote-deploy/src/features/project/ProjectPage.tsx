import { useTranslation } from '@windlass/shared-kit/i18n'

export default function ProjectPage() {
  const { t } = useTranslation('deploy')
  return <h1>{t('route.project')}</h1>
}

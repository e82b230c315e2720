import { Environment } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'

/** The environment in words; production is marked by more than its colour. */
export function EnvironmentName({ value }: { value: number }) {
  const { t } = useTranslation('deploy')
  const isProduction = value === Environment.Production
  return (
    <span className={isProduction ? 'dp-environment dp-production' : 'dp-environment'}>
      {t(`environment.${value}`)}
    </span>
  )
}

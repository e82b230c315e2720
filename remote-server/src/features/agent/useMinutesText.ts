import { useTranslation } from '@windlass/shared-kit/i18n'

const HOUR = 60

/** "30 minutes", "3 hours". */
export function useMinutesText(): (minutes: number) => string {
  const { t } = useTranslation('server')
  return (minutes) =>
    minutes >= HOUR && minutes % HOUR === 0
      ? t('rule.hours', { count: minutes / HOUR })
      : t('rule.minutes', { count: minutes })
}

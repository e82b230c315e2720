import { useTranslation } from '@windlass/shared-kit/i18n'

const HOUR = 60

/** How long a time of silence is: in hours where it is whole ones. */
export function useCycleText(): (minutes: number) => string {
  const { t } = useTranslation('deploy')
  return (minutes) =>
    minutes >= HOUR && minutes % HOUR === 0
      ? t('monitor.hours', { count: minutes / HOUR })
      : t('monitor.minutes', { count: minutes })
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import type { CronProblem } from './readCron.ts'

/** What is wrong with an expression, in which field and at which character. */
export function useProblemText(problem: CronProblem | undefined): string | undefined {
  const { t } = useTranslation('toolbox')
  if (!problem) return undefined
  const { key, values, field, start, end } = problem
  const reason = t(`cron.problem.${key}`, { ...values })
  if (key === 'empty' || key === 'few' || key === 'describer') return reason
  const place = t(end - start > 1 ? 'cron.places' : 'cron.place', { from: start + 1, to: end })
  return field
    ? t('cron.inField', { field: t(`cron.field.${field}`), reason, place })
    : t('cron.atPlace', { reason, place })
}

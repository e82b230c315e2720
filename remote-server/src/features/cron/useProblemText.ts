import type { CronProblem } from '@windlass/shared-kit/contract/cronExpression'
import { useTranslation } from '@windlass/shared-kit/i18n'

/** Says what is wrong with an expression. */
export function useProblemText(): (problem: CronProblem) => string {
  const { t } = useTranslation('server')
  return ({ problem, field, part = '', min, max, total }) => {
    const name = field ? t(`cron.field.${field}`) : ''
    const key = problem === 'range' && field === 'weekday' ? 'weekday' : problem
    return t(`cron.problem.${key}`, { field: name, part, min, max, total })
  }
}

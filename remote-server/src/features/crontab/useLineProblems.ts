import { type ExpressionProblem, expressionProblem, readCrontab } from '@windlass/shared-kit/contract/crontabText'
import { useTranslation } from '@windlass/shared-kit/i18n'

/** Says what is wrong with an expression. */
export function useProblemText(): (problem: ExpressionProblem) => string {
  const { t } = useTranslation('server')
  return ({ key, field, part }) =>
    t(`crontab.problem.${key}`, { part, field: field ? t(`crontab.field.${field}`) : '' })
}

/** The lines of a crontab that cron would not understand, counted from 1. */
export function useLineProblems(raw: string): { line: number; text: string }[] {
  const { t } = useTranslation('server')
  const problemText = useProblemText()
  return readCrontab(raw).flatMap((line, index) => {
    if (line.kind === 'unknown') return [{ line: index + 1, text: t('crontab.unknownLine') }]
    const problem = line.kind === 'entry' && line.isOn ? expressionProblem(line.expression) : undefined
    return problem ? [{ line: index + 1, text: problemText(problem) }] : []
  })
}

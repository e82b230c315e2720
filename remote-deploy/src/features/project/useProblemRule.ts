import { useTranslation } from '@windlass/shared-kit/i18n'
import type { Problem } from './projectRules.ts'

/** A rule for antd's form from a function that names what is wrong. */
export function useProblemRule() {
  const { t } = useTranslation('deploy')
  return (problemOf: (value: string) => Problem | undefined) => ({
    validator: (_rule: unknown, value: unknown) => {
      const problem = problemOf(typeof value === 'string' ? value : '')
      return problem ? Promise.reject(new Error(t(`project.problem.${problem}`))) : Promise.resolve()
    },
  })
}

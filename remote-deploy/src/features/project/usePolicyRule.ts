import { useTranslation } from '@windlass/shared-kit/i18n'
import type { PolicyProblem } from './policyRules.ts'

/** A rule of the form from a function that names what is wrong. */
export function usePolicyRule() {
  const { t } = useTranslation('deploy')
  return <T>(problemOf: (value: T) => PolicyProblem | undefined, blank: T) => ({
    validator: (_rule: unknown, value: T | undefined) => {
      const problem = problemOf(value ?? blank)
      return problem ? Promise.reject(new Error(t(`rollout.problem.${problem}`))) : Promise.resolve()
    },
  })
}

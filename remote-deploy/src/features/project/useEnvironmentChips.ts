import { Environment } from '@windlass/shared-kit/contract/enums'
import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import type { SummaryChip } from '@windlass/shared-kit/ui'

/** How many projects each environment has; each number is a filter. */
export function useEnvironmentChips(projects: readonly Project[], chosen: string, onChoose: (value: string) => void) {
  const { t } = useTranslation('deploy')
  return Object.values(Environment)
    .map(
      (environment): SummaryChip => ({
        key: String(environment),
        label: t(`environment.${environment}`),
        count: projects.filter((project) => project.environment === environment).length,
        isActive: chosen === String(environment),
        onToggle: () => onChoose(chosen === String(environment) ? '' : String(environment)),
      }),
    )
    .filter(({ count, isActive }) => count > 0 || isActive)
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert } from 'antd'
import type { OpenProblem } from './useJsonDocument.ts'

/** Something did not work; what was open still is. */
export function JsonProblem({ problem, onClose }: { problem: OpenProblem; onClose: () => void }) {
  const { t } = useTranslation('toolbox')
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      closable={{ onClose, 'aria-label': t('json.dismiss') }}
      title={t(`json.problem.${problem.what}`, { name: problem.name ?? t('json.pasted') })}
      description={problem.message}
    />
  )
}

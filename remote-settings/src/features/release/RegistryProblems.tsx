import { useTranslation } from '@windlass/shared-kit/i18n'
import { Alert } from 'antd'

/** What is wrong with the releases as a whole; above everything else, because it may be the reason for the rest. */
export function RegistryProblems({ problems }: { problems: readonly string[] }) {
  const { t } = useTranslation('settings')
  if (problems.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      title={t('release.problems', { count: problems.length })}
      description={
        <ul className="rl-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      }
    />
  )
}

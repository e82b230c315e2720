import type { Project } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Select } from 'antd'
import { labelsOf } from './projectFields.ts'

interface Props {
  projects: readonly Project[]
  /** Joined by commas, as in the address. */
  value: string
  onChange: (value: string) => void
}

/** Labels to filter by; nothing while no project has one. */
export function LabelFilter({ projects, value, onChange }: Props) {
  const { t } = useTranslation('deploy')
  const labels = [...new Set(projects.flatMap(({ label }) => labelsOf(label)))].toSorted()
  if (labels.length === 0 && value === '') return null
  return (
    <Select
      className="dp-label-filter"
      mode="multiple"
      maxTagCount={1}
      allowClear
      aria-label={t('project.labels')}
      placeholder={t('project.labels')}
      value={labelsOf(value)}
      options={labels.map((label) => ({ value: label, label }))}
      onChange={(next) => onChange(next.join(','))}
    />
  )
}

import { Environment } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Radio, Select } from 'antd'
import { type ProjectFields, releasesBeside } from './projectFields.ts'
import { pathProblem } from './projectRules.ts'
import { RepositoryFields } from './RepositoryFields.tsx'
import { useProblemRule } from './useProblemRule.ts'
import { useChoices } from './useProjects.ts'

const TEXT_LENGTH = 255
const ENVIRONMENTS = [Environment.Production, Environment.PreRelease, Environment.Test, Environment.Development]

/** What the project is called, where it comes from and where it goes. */
export function BaseFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const { labels } = useChoices()

  /** Releases that stand where we put them move along with the path. */
  const handlePath = (before: string, next: string) => {
    const releases: string = form.getFieldValue('symlinkPath') ?? ''
    if (releases === '' || releases === releasesBeside(before)) form.setFieldValue('symlinkPath', releasesBeside(next))
  }
  return (
    <>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('project.problem.blank') }]}
      >
        <Input maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="environment"
        label={t('environmentTitle')}
        rules={[{ required: true, message: t('project.problem.environment') }]}
      >
        <Radio.Group options={ENVIRONMENTS.map((value) => ({ value, label: t(`environment.${value}`) }))} />
      </Form.Item>
      <RepositoryFields />
      <Form.Item
        name="path"
        label={t('project.path')}
        extra={t('project.pathHint')}
        required
        rules={[rule(pathProblem)]}
        getValueFromEvent={(event: React.ChangeEvent<HTMLInputElement>) => {
          handlePath(form.getFieldValue('path') ?? '', event.target.value)
          return event.target.value
        }}
      >
        <Input className="dp-mono-field" maxLength={TEXT_LENGTH} placeholder="/var/www/shop" autoComplete="off" />
      </Form.Item>
      <Form.Item name="labels" label={t('project.labels')} extra={t('project.labelsHint')}>
        <Select
          mode="tags"
          // A comma ends a label, because labels travel joined by commas.
          tokenSeparators={[',']}
          loading={labels.isFetching}
          options={(labels.data ?? []).map((label) => ({ value: label, label }))}
        />
      </Form.Item>
    </>
  )
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, InputNumber, Switch } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { releasesProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'

const TEXT_LENGTH = 255
const MOST_RELEASES = 255

/** Whether earlier releases stay on the servers, where, and how many. */
export function ReleaseFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const hasReleases = Form.useWatch('hasReleases', form) ?? false
  return (
    <>
      <Form.Item
        name="hasReleases"
        label={t('project.keepReleases')}
        extra={t('project.keepReleasesHint')}
        valuePropName="checked"
        required
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="symlinkPath"
        label={t('project.releasesPath')}
        extra={t('project.releasesPathHint')}
        hidden={!hasReleases}
        required
        dependencies={['path', 'hasReleases']}
        rules={[
          rule((value) =>
            form.getFieldValue('hasReleases') ? releasesProblem(value, form.getFieldValue('path') ?? '') : undefined,
          ),
        ]}
      >
        <Input className="dp-mono-field" maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="symlinkBackupNumber"
        label={t('project.releaseCount')}
        hidden={!hasReleases}
        rules={[{ required: true, message: t('project.problem.blank') }]}
      >
        <InputNumber min={1} max={MOST_RELEASES} precision={0} />
      </Form.Item>
    </>
  )
}

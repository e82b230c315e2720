import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Radio } from 'antd'
import { BranchField } from '../../components/BranchField.tsx'
import { RevisionList } from '../../components/RevisionList.tsx'
import { useRevisions } from '../../components/usePublish.ts'
import type { ScheduleValues } from './scheduleInput.ts'

/** What is deployed then: a commit that is chosen now, or the newest there will be. */
export function RevisionOfTask({ projectId }: { projectId: number }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ScheduleValues>()
  const branch = Form.useWatch('branch', form) ?? ''
  const revision = Form.useWatch('revision', form) ?? 'commit'
  const { branches, commits } = useRevisions(projectId, { what: 'commit', branch })
  const required = [{ required: true, message: t('publish.required') }]
  return (
    <>
      <BranchField branches={branches} />
      <Form.Item name="revision" label={t('publish.what')} required>
        <Radio.Group
          className="dp-choices"
          options={[
            { value: 'commit', label: t('schedule.thisCommit') },
            { value: 'newest', label: t('schedule.newestThen') },
          ]}
        />
      </Form.Item>
      {revision === 'commit' && branch !== '' && (
        <Form.Item name="commit" label={t('commit')} rules={required}>
          <RevisionList of={commits} label={t('commit')} valueOf={({ commit }) => commit} />
        </Form.Item>
      )}
    </>
  )
}

import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form } from 'antd'
import { BranchField } from './BranchField.tsx'
import type { PublishValues } from './publishInput.ts'
import { RevisionList } from './RevisionList.tsx'
import { useRevisions } from './usePublish.ts'

/** Which commit is deployed: the newest, one of a branch, or a tag. */
export function RevisionFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<PublishValues>()
  const what = Form.useWatch('what', form) ?? 'newest'
  const branch = Form.useWatch('branch', form) ?? ''
  const { branches, commits, tags } = useRevisions(projectId, { what, branch })
  const required = [{ required: true, message: t('publish.required') }]

  if (what === 'tag') {
    return (
      <Form.Item name="tag" label={t('publish.tag')} rules={required}>
        <RevisionList of={tags} label={t('publish.tag')} valueOf={({ tag }) => tag} />
      </Form.Item>
    )
  }
  if (what === 'newest') return null
  return (
    <>
      <BranchField branches={branches} />
      {branch !== '' && (
        <Form.Item name="commit" label={t('commit')} rules={required}>
          <RevisionList of={commits} label={t('commit')} valueOf={({ commit }) => commit} />
        </Form.Item>
      )}
    </>
  )
}

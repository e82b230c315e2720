import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Select } from 'antd'
import type { PublishValues } from './publishInput.ts'
import { useRevisions } from './usePublish.ts'

const SHORT = 8

const commitOption = ({ commit, message, author, tag }: CommitInfo, value: string) => ({
  value,
  label: `${tag && value === tag ? tag : commit.slice(0, SHORT)} ${message} · ${author}`,
})

/** Which commit is deployed: the newest, one of a branch, or a tag. */
export function RevisionFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<PublishValues>()
  const what = Form.useWatch('what', form) ?? 'newest'
  const branch = Form.useWatch('branch', form) ?? ''
  const { branches, commits, tags } = useRevisions(projectId, { what, branch })
  const required = [{ required: true, message: t('publish.required') }]
  const failed = (error: Error | null) => (error ? { validateStatus: 'error' as const, help: error.message } : {})
  const search = { showSearch: { optionFilterProp: 'label' as const }, popupMatchSelectWidth: false }

  if (what === 'tag') {
    return (
      <Form.Item name="tag" label={t('publish.tag')} rules={required} {...failed(tags.error)}>
        <Select
          {...search}
          loading={tags.isFetching}
          options={tags.data?.map((commit) => commitOption(commit, commit.tag))}
        />
      </Form.Item>
    )
  }
  if (what === 'newest') return null
  return (
    <>
      <Form.Item name="branch" label={t('branch')} rules={required} {...failed(branches.error)}>
        <Select
          {...search}
          loading={branches.isFetching}
          options={branches.data?.map((value) => ({ value, label: value }))}
          onChange={() => form.resetFields(['commit'])}
        />
      </Form.Item>
      <Form.Item name="commit" label={t('commit')} rules={required} {...failed(commits.error)}>
        <Select
          {...search}
          disabled={branch === ''}
          loading={commits.isFetching}
          options={commits.data?.map((commit) => commitOption(commit, commit.commit))}
        />
      </Form.Item>
    </>
  )
}

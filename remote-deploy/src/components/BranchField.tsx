import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Select } from 'antd'
import type { useRevisions } from './usePublish.ts'

/** The branch of a form; another one takes the commit that was chosen of the one before. */
export function BranchField({ branches }: Pick<ReturnType<typeof useRevisions>, 'branches'>) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance()
  return (
    <Form.Item
      name="branch"
      label={t('branch')}
      rules={[{ required: true, message: t('publish.required') }]}
      {...(branches.error && { validateStatus: 'error' as const, help: branches.error.message })}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        loading={branches.isFetching}
        options={branches.data?.map((value) => ({ value, label: value }))}
        onChange={() => form.resetFields(['commit'])}
      />
    </Form.Item>
  )
}

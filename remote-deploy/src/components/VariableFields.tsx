import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Select } from 'antd'
import { choicesOf } from './publishInput.ts'

/** A value for each of the project's own variables. */
export function VariableFields({ variables }: { variables: readonly CustomVariable[] }) {
  const { t } = useTranslation('deploy')
  return variables.map((variable) => (
    <Form.Item
      key={variable.name}
      name={['variables', variable.name]}
      label={<code>{`\${${variable.name}}`}</code>}
      rules={variable.type === 'list' ? [{ required: true, message: t('publish.required') }] : []}
    >
      {variable.type === 'list' ? (
        <Select options={choicesOf(variable).map((value) => ({ value, label: value }))} />
      ) : (
        <Input autoComplete="off" />
      )}
    </Form.Item>
  ))
}

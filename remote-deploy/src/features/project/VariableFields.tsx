import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Form, type FormListFieldData, Input, Select } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { variableNameProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'

const BLANK: CustomVariable = { name: '', value: '', type: 'string' }

/** What is asked for at every deploy, and used in scripts by name. */
export function VariableFields() {
  const { t } = useTranslation('deploy')
  return (
    <>
      <p className="wl-faint">{t('project.variablesHint')}</p>
      <Form.List name="variables">
        {(fields, { add, remove }) => (
          <>
            {fields.map((field) => (
              <Variable key={field.key} field={field} onRemove={() => remove(field.name)} />
            ))}
            <Button icon={<PlusOutlined />} onClick={() => add({ ...BLANK })}>
              {t('project.addVariable')}
            </Button>
          </>
        )}
      </Form.List>
    </>
  )
}

function Variable({ field, onRemove }: { field: FormListFieldData; onRemove: () => void }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const type = Form.useWatch<CustomVariable['type'] | undefined>(['variables', field.name, 'type'], form) ?? 'string'
  const isTwice = {
    validator: (_rule: unknown, name: string) => {
      const others = (form.getFieldValue('variables') as CustomVariable[]).filter((variable) => variable.name === name)
      return name !== '' && others.length > 1
        ? Promise.reject(new Error(t('project.problem.twice')))
        : Promise.resolve()
    },
  }
  return (
    <div className="dp-variable">
      <Form.Item
        name={[field.name, 'name']}
        label={t('name')}
        required
        rules={[rule(variableNameProblem), isTwice]}
        validateFirst
      >
        <Input className="dp-mono-field" prefix="${" suffix="}" autoComplete="off" />
      </Form.Item>
      <Form.Item name={[field.name, 'type']} label={t('project.variableType')} required>
        <Select
          options={[
            { value: 'string', label: t('project.variableText') },
            { value: 'list', label: t('project.variableList') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name={[field.name, 'value']}
        label={t(type === 'list' ? 'project.variableChoices' : 'project.variableDefault')}
        rules={type === 'list' ? [{ required: true, whitespace: true, message: t('project.problem.choices') }] : []}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('project.removeVariable', { number: field.name + 1 })}
        title={t('project.removeVariable', { number: field.name + 1 })}
        onClick={onRemove}
      />
    </div>
  )
}

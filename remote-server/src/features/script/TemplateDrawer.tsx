import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  PARAMETER_LIMIT,
  PARAMETER_NAME,
  PARAMETER_TYPES,
  RESERVED_NAMES,
  type Template,
  type TemplateParameter,
} from '@windlass/shared-kit/contract/template'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import type { useScripts } from './useScripts.ts'

interface Props {
  open: boolean
  /** The one that is changed; absent for a new one. */
  template: Template | undefined
  /** The text that is saved. */
  content: string
  scripts: Pick<ReturnType<typeof useScripts>, 'add' | 'edit'>
  /** @param id of a new one */
  onSaved: (id: number | undefined) => void
  onClose: () => void
}

interface Fields {
  name: string
  description: string
  isShared: boolean
  parameters: TemplateParameter[]
}

const BLANK: Fields = { name: '', description: '', isShared: false, parameters: [] }
const WIDTH_PX = 620
const DESCRIPTION_LENGTH = 2047

/** The script in the editor under a name, with what is asked before it runs. */
export function TemplateDrawer({ open, template, content, scripts, onSaved, onClose }: Props) {
  const { t } = useTranslation('server')
  const user = useUser()
  const { name = '', description = '', isShared = false, parameters = [] } = template ?? BLANK
  const submit = async (fields: Fields) => {
    const input = { ...BLANK, ...fields, name: fields.name.trim(), content, parameters: fields.parameters ?? [] }
    if (template) await scripts.edit({ id: template.id, version: template.version ?? 1, ...input })
    onSaved(template ? undefined : (await scripts.add(input)).id)
  }
  return (
    <FormDrawer<Fields>
      title={template ? t('script.editTitle', { name: template.name }) : t('script.saveAs')}
      open={open}
      width={WIDTH_PX}
      initialValues={{ name, description, isShared, parameters }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="wl-faint">{t('script.savesEditor')}</p>
      <Form.Item
        name="name"
        label={t('script.name')}
        rules={[{ required: true, whitespace: true, message: t('script.nameMissing') }]}
      >
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('script.description')}>
        <Input.TextArea maxLength={DESCRIPTION_LENGTH} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      {user?.superManager === 1 && (
        <Form.Item name="isShared" valuePropName="checked">
          <Checkbox>{t('script.isShared')}</Checkbox>
        </Form.Item>
      )}
      <h3>{t('script.parameters')}</h3>
      <p className="wl-faint">{t('script.parametersHelp')}</p>
      <Form.List name="parameters">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name: at }) => (
              <ParameterForm key={key} at={at} onRemove={() => remove(at)} />
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= PARAMETER_LIMIT}
              onClick={() => add({ name: '', type: 'text', isRequired: false })}
            >
              {t('script.addParameter')}
            </Button>
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}

const NAME = new RegExp(PARAMETER_NAME)

function ParameterForm({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance()
  const type: TemplateParameter['type'] = Form.useWatch(['parameters', at, 'type'], form) ?? 'text'
  return (
    <fieldset className="script-parameter-form">
      <legend className="wl-hidden">{t('script.parameter', { number: at + 1 })}</legend>
      <Form.Item
        name={[at, 'name']}
        label={t('script.parameterName')}
        rules={[
          { pattern: NAME, required: true, message: t('script.parameterNameWrong') },
          {
            validator: (_rule, value: string) =>
              RESERVED_NAMES.includes(value) ? Promise.reject(new Error(t('script.reserved'))) : Promise.resolve(),
          },
        ]}
      >
        <Input className="wl-mono" maxLength={64} autoComplete="off" spellCheck={false} placeholder="SERVICE" />
      </Form.Item>
      <Form.Item name={[at, 'type']} label={t('script.type')} required>
        <Select options={PARAMETER_TYPES.map((value) => ({ value, label: t(`script.types.${value}`) }))} />
      </Form.Item>
      <Form.Item name={[at, 'label']} label={t('script.label')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <ValueForm at={at} type={type} />
      {type !== 'switch' && (
        <Form.Item name={[at, 'isRequired']} valuePropName="checked">
          <Checkbox>{t('script.isRequired')}</Checkbox>
        </Form.Item>
      )}
      <Button
        className="script-parameter-remove"
        type="text"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('script.removeParameter', { number: at + 1 })}
        onClick={onRemove}
      />
    </fieldset>
  )
}

/** What a value of the type may be. */
function ValueForm({ at, type }: { at: number; type: TemplateParameter['type'] }) {
  const { t } = useTranslation('server')
  return (
    <>
      {type === 'choice' && (
        <Form.Item
          name={[at, 'choices']}
          label={t('script.choices')}
          rules={[{ required: true, message: t('script.choicesMissing') }]}
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',']} />
        </Form.Item>
      )}
      {type !== 'secret' && (
        <Form.Item name={[at, 'default']} label={t('script.default')}>
          {type === 'switch' ? (
            <Select allowClear options={['false', 'true'].map((value) => ({ value, label: t(`script.${value}`) }))} />
          ) : (
            <Input autoComplete="off" spellCheck={false} />
          )}
        </Form.Item>
      )}
      {(type === 'text' || type === 'secret' || type === 'number') && (
        <Form.Item name={[at, 'pattern']} label={t('script.pattern')}>
          <Input className="wl-mono" maxLength={200} autoComplete="off" spellCheck={false} placeholder="[a-z-]+" />
        </Form.Item>
      )}
    </>
  )
}

import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox, Form, Radio } from 'antd'
import type { PublishValues } from './publishInput.ts'

interface Props {
  servers: readonly { id: number; name: string; description: string }[]
  /** The reader may only deploy to chosen ones. */
  mustChoose: boolean
}

/** Which of its servers a deploy goes to. */
export function PublishServers({ servers, mustChoose }: Props) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<PublishValues>()
  const where = Form.useWatch('where', form) ?? (mustChoose ? 'some' : 'all')
  const isAlone = servers.length === 1
  return (
    <>
      <Form.Item name="where" label={t('publish.where')} required hidden={isAlone || mustChoose}>
        <Radio.Group
          className="dp-choices"
          options={[
            { value: 'all', label: t('publish.allServers', { count: servers.length }) },
            { value: 'some', label: t('publish.someServers') },
          ]}
        />
      </Form.Item>
      {where === 'some' && (
        <Form.Item
          name="serverIds"
          label={mustChoose ? t('publish.where') : undefined}
          rules={[{ required: true, type: 'array', min: 1, message: t('publish.chooseServer') }]}
          aria-label={t('publish.where')}
        >
          <Checkbox.Group
            className="dp-servers"
            options={servers.map(({ id, name, description }) => ({
              value: id,
              label: description ? `${isolated(name)} (${isolated(description)})` : name,
            }))}
          />
        </Form.Item>
      )}
    </>
  )
}

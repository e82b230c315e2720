import { MonitorType } from '@windlass/shared-kit/contract/monitor'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, InputNumber, Select } from 'antd'
import { ItemFields } from './ItemFields.tsx'
import { isOnServers, type MonitorFields } from './monitorFields.ts'
import { ScriptField } from './ScriptField.tsx'
import { useServerChoices } from './useMonitors.ts'

const TEXT_LENGTH = 255
const PROCESS_LENGTH = 1000
const MOST_SECONDS = 3600
const MOST_INTERVAL = 2_147_483_647
const MOST_DAYS = 365
const SEARCH = { optionFilterProp: 'label' as const }

/** What is watched, how, and how often. */
export function MonitorBaseFields({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<MonitorFields>()
  const type = Form.useWatch<MonitorFields['type'] | undefined>('type', form) ?? form.getFieldValue('type')
  const needed = (field: string) => ({ required: true, message: t('monitor.needed', { field }) })
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ ...needed(t('name')), whitespace: true }]}>
        <Input maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label={t('monitor.kind')} required extra={t(`monitor.typeHelp.${type}`)}>
        <Select options={Object.values(MonitorType).map((value) => ({ value, label: t(`monitor.type.${value}`) }))} />
      </Form.Item>
      {isOnServers(type) ? <ServerFields type={type} isShown={isShown} /> : <ItemFields type={type} />}
      <div className="dm-numbers">
        <Form.Item name="second" label={t('monitor.intervalSeconds')} rules={[needed(t('monitor.intervalSeconds'))]}>
          <InputNumber min={1} max={MOST_INTERVAL} precision={0} />
        </Form.Item>
        <Form.Item
          name="timeout"
          label={t('monitor.timeoutSeconds')}
          rules={[needed(t('monitor.timeoutSeconds'))]}
          extra={t('monitor.timeoutHint')}
        >
          <InputNumber min={0} max={MOST_SECONDS} precision={0} />
        </Form.Item>
        {type <= MonitorType.Port && (
          <Form.Item
            name="certificateDays"
            label={t('monitor.certificateDays')}
            rules={[needed(t('monitor.certificateDays'))]}
            extra={t('monitor.certificateHint')}
          >
            <InputNumber min={0} max={MOST_DAYS} precision={0} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="description" label={t('monitor.description')}>
        <Input.TextArea maxLength={TEXT_LENGTH} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}

function ServerFields({ type, isShown }: { type: MonitorFields['type']; isShown: boolean }) {
  const { t } = useTranslation('deploy')
  const servers = useServerChoices()
  const needed = (field: string) => ({ required: true, message: t('monitor.needed', { field }) })
  return (
    <>
      <Form.Item name="serverIds" label={t('monitor.servers')} rules={[needed(t('monitor.servers'))]}>
        <Select
          mode="multiple"
          showSearch={SEARCH}
          loading={servers.isFetching}
          options={(servers.data ?? []).map(({ id, name, ip }) => ({ value: id, label: `${isolated(name)} (${ip})` }))}
        />
      </Form.Item>
      {type === MonitorType.Process ? (
        <Form.Item
          name="process"
          label={t('monitor.process')}
          extra={t('monitor.processHint')}
          rules={[{ ...needed(t('monitor.process')), whitespace: true }]}
        >
          <Input className="dp-mono-field" maxLength={PROCESS_LENGTH} autoComplete="off" />
        </Form.Item>
      ) : (
        <Form.Item
          name="script"
          label={t('monitor.script')}
          extra={t('monitor.scriptHint')}
          rules={[{ ...needed(t('monitor.script')), whitespace: true }]}
        >
          <ScriptField label={t('monitor.script')} isShown={isShown} />
        </Form.Item>
      )}
    </>
  )
}

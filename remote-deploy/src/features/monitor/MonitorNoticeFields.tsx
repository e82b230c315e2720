import { NotifyType } from '@windlass/shared-kit/contract/enums'
import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, InputNumber, Select } from 'antd'
import { NoticeTest } from '../../components/NoticeTest.tsx'
import { type MonitorFields, NOTICE_CHANNELS, SILENT_CYCLES } from './monitorFields.ts'
import { useCycleText } from './useCycleText.ts'

const TEXT_LENGTH = 255
const MOST_TIMES = 65_535
/** Channels of which a project says something else. */
const ABOUT_PROJECTS: readonly number[] = [NotifyType.DingTalk, NotifyType.Custom]
const SEARCH = { optionFilterProp: 'label' as const }

/** When somebody is told, who, and when not. */
export function MonitorNoticeFields({ parents }: { parents: readonly Monitor[] }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<MonitorFields>()
  const cycleText = useCycleText()
  const channel = Form.useWatch<number | undefined>('notifyType', form) ?? NotifyType.WeCom
  const stored: number = form.getFieldValue('silentCycle') ?? SILENT_CYCLES[0]
  const cycles = SILENT_CYCLES.includes(stored) ? SILENT_CYCLES : [...SILENT_CYCLES, stored]
  const needed = (field: string) => ({ required: true, message: t('monitor.needed', { field }) })
  const target = t(channel === NotifyType.EMail ? 'project.notify.people' : 'project.notify.address')
  return (
    <>
      <div className="dm-numbers">
        <Form.Item
          name="times"
          label={t('monitor.times')}
          rules={[needed(t('monitor.times'))]}
          extra={t('monitor.timesHint')}
        >
          <InputNumber min={1} max={MOST_TIMES} precision={0} />
        </Form.Item>
        <Form.Item name="silentCycle" label={t('monitor.silentCycle')} extra={t('monitor.silentHint')}>
          <Select options={cycles.map((value) => ({ value, label: cycleText(value) }))} />
        </Form.Item>
      </div>
      <Form.Item name="notifyType" label={t('project.notify.label')} required>
        <Select options={NOTICE_CHANNELS.map((value) => ({ value, label: t(`project.notify.type.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="notifyTarget"
        label={target}
        extra={t(ABOUT_PROJECTS.includes(channel) ? `monitor.noticeHelp.${channel}` : `project.notify.help.${channel}`)}
        rules={[{ ...needed(target), whitespace: true }]}
      >
        <Input className="dp-mono-field" maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      <NoticeTest useBy="monitor" />
      <Form.Item name="parentId" label={t('monitor.parent')} extra={t('monitor.parentHint')}>
        <Select
          showSearch={SEARCH}
          options={[
            { value: 0, label: t('monitor.noParent') },
            ...parents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
    </>
  )
}

import type { MonitorMaintenance } from '@windlass/shared-kit/contract/monitorMaintenance'
import { toast } from '@windlass/shared-kit/feedback'
import { ownZone, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { ZoneSelect } from '@windlass/shared-kit/zone'
import { Checkbox, Form, Input, InputNumber, Radio, Switch } from 'antd'
import { useState } from 'react'
import { type MaintenanceFields, maintenanceFieldsOf, maintenanceInputOf } from './maintenanceFields.ts'
import type { useMaintenance } from './useMonitors.ts'

const NAME_LENGTH = 255
const DAY_MINUTES = 1440
/** The week begins on Monday; 0 is Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

interface Props {
  monitorId: number
  window: MonitorMaintenance | undefined
  isNew: boolean
  onAdd: ReturnType<typeof useMaintenance>['add']
  onEdit: ReturnType<typeof useMaintenance>['edit']
  onClose: () => void
}

/** When nobody is told about failures, because somebody is at work there. */
export function MaintenanceForm({ monitorId, window, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  // The next hour of the moment in which the form was opened.
  const [start] = useState(() => maintenanceFieldsOf(window, Date.now()))
  const needed = (field: string) => [{ required: true, message: t('monitor.needed', { field }) }]
  const handleSubmit = async (fields: MaintenanceFields) => {
    const input = maintenanceInputOf(fields, monitorId)
    if (window) await onEdit({ ...input, id: window.id })
    else await onAdd(input)
    toast.success(t('monitor.windowSaved', { name: input.name }))
  }
  return (
    <FormDrawer<MaintenanceFields>
      open={isNew || window !== undefined}
      title={window ? t('monitor.editWindow', { name: window.name }) : t('monitor.addWindow')}
      initialValues={start}
      submitText={window ? undefined : t('monitor.addWindow')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')} rules={[{ whitespace: true }, ...needed(t('name'))]}>
        <Input maxLength={NAME_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="isForAll" label={t('monitor.forAll')} valuePropName="checked" extra={t('monitor.forAllHint')}>
        <Switch />
      </Form.Item>
      <Form.Item name="kind" label={t('monitor.windowKind')}>
        <Radio.Group
          options={[
            { value: 'once', label: t('monitor.once') },
            { value: 'weekly', label: t('monitor.weekly') },
          ]}
        />
      </Form.Item>
      <TimeFields />
    </FormDrawer>
  )
}

function TimeFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<MaintenanceFields>()
  const kind: MaintenanceFields['kind'] = Form.useWatch('kind', form) ?? form.getFieldValue('kind')
  const needed = (field: string) => [{ required: true, message: t('monitor.needed', { field }) }]
  const after = {
    validator: (_rule: unknown, end: unknown) =>
      typeof end === 'string' && end > form.getFieldValue('start')
        ? Promise.resolve()
        : Promise.reject(new Error(t('monitor.problem.order'))),
  }
  if (kind === 'once') {
    return (
      <>
        <Form.Item name="start" label={t('monitor.starts')} rules={needed(t('monitor.starts'))}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item
          name="end"
          label={t('monitor.ends')}
          dependencies={['start']}
          rules={[after]}
          extra={t('monitor.ownZone', { zone: ownZone() })}
        >
          <Input type="datetime-local" />
        </Form.Item>
      </>
    )
  }
  return (
    <>
      <Form.Item name="weekdays" label={t('monitor.weekdays')} rules={needed(t('monitor.weekdays'))}>
        <Checkbox.Group options={DAYS.map((day) => ({ value: day, label: t(`monitor.day${day}`) }))} />
      </Form.Item>
      <Form.Item name="startClock" label={t('monitor.starts')} rules={needed(t('monitor.starts'))}>
        <Input type="time" />
      </Form.Item>
      <Form.Item name="minutes" label={t('monitor.windowMinutes')} rules={needed(t('monitor.windowMinutes'))}>
        <InputNumber min={1} max={DAY_MINUTES} precision={0} />
      </Form.Item>
      <Form.Item name="timeZone" label={t('monitor.zone')} extra={t('monitor.zoneHint')}>
        <ZoneSelect />
      </Form.Item>
    </>
  )
}

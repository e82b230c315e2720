import type { FreezeWindow } from '@windlass/shared-kit/contract/deployGuard'
import { toast } from '@windlass/shared-kit/feedback'
import { ownZone, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { ZoneSelect } from '@windlass/shared-kit/zone'
import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { type FreezeFields, fieldsOf, inputOf } from './freezeFields.ts'
import type { useFreezes } from './useFreezes.ts'

const NAME_LENGTH = 100
const REASON_LENGTH = 255
/** A week less a minute, as the wire allows. */
const MOST_HOURS = 167.9
const ENVIRONMENTS = [0, 1, 2, 3, 4]
/** The week begins on Monday; 0 is Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

interface Props {
  window: FreezeWindow | undefined
  isNew: boolean
  onAdd: ReturnType<typeof useFreezes>['add']
  onEdit: ReturnType<typeof useFreezes>['edit']
  onClose: () => void
}

/** When nothing is deployed, to which environment, and why. */
export function FreezeForm({ window, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const needed = (field: string) => [{ required: true, message: t('freeze.needed', { field }) }]
  const handleSubmit = async (fields: FreezeFields) => {
    const input = inputOf(fields)
    if (window) await onEdit({ ...input, id: window.id })
    else await onAdd(input)
    toast.success(t('freeze.saved', { name: input.name }))
  }
  return (
    <FormDrawer<FreezeFields>
      open={isNew || window !== undefined}
      title={window ? t('freeze.editTitle', { name: window.name }) : t('freeze.add')}
      initialValues={fieldsOf(window, ownZone())}
      submitText={window ? undefined : t('freeze.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')} rules={[{ whitespace: true }, ...needed(t('name'))]}>
        <Input maxLength={NAME_LENGTH} autoComplete="off" placeholder={t('freeze.namePlaceholder')} />
      </Form.Item>
      <Form.Item name="reason" label={t('freeze.reason')} extra={t('freeze.reasonHint')}>
        <Input maxLength={REASON_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="environment" required label={t('environmentTitle')}>
        <Select
          options={ENVIRONMENTS.map((value) => ({
            value,
            label: value === 0 ? t('freeze.everyEnvironment') : t(`environment.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="kind" required label={t('freeze.kind')}>
        <Radio.Group
          options={[
            { value: 'once', label: t('freeze.once') },
            { value: 'weekly', label: t('freeze.weekly') },
          ]}
        />
      </Form.Item>
      <TimeFields />
      <Form.Item name="zone" required label={t('freeze.zone')} extra={t('freeze.zoneHint')}>
        <ZoneSelect />
      </Form.Item>
      <Form.Item name="isOn" required label={t('freeze.isOn')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

function TimeFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<FreezeFields>()
  const kind = Form.useWatch('kind', form) ?? (form.getFieldValue('kind') as FreezeFields['kind'])
  const needed = (field: string) => [{ required: true, message: t('freeze.needed', { field }) }]
  if (kind === 'once') {
    return (
      <>
        <Form.Item name="startTime" label={t('freeze.start')} rules={needed(t('freeze.start'))}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="endTime" label={t('freeze.end')} rules={needed(t('freeze.end'))}>
          <Input type="datetime-local" />
        </Form.Item>
      </>
    )
  }
  return (
    <>
      <Form.Item name="days" label={t('freeze.days')} rules={needed(t('freeze.days'))}>
        <Checkbox.Group options={DAYS.map((day) => ({ value: day, label: t(`freeze.day.${day}`) }))} />
      </Form.Item>
      <Form.Item name="startClock" label={t('freeze.startClock')} rules={needed(t('freeze.startClock'))}>
        <Input type="time" />
      </Form.Item>
      <Form.Item name="hours" label={t('freeze.hours')} rules={needed(t('freeze.hours'))}>
        <InputNumber min={0.1} max={MOST_HOURS} step={1} />
      </Form.Item>
    </>
  )
}

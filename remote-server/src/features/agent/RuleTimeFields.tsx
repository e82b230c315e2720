import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Select } from 'antd'
import { GROUP_CYCLES, LAST_CYCLES, type RuleFields, SILENT_CYCLES } from './ruleFields.ts'
import { useMinutesText } from './useMinutesText.ts'

/** How often a rule is looked at, when, and for how long it is silent. */
export function RuleTimeFields() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<RuleFields>()
  const minutesText = useMinutesText()
  const [start = '', end = ''] = [Form.useWatch('startTime', form), Form.useWatch('endTime', form)]
  /** With the value of a rule that another program wrote. */
  const options = (name: keyof RuleFields, offered: readonly number[], label: (value: number) => string) => {
    const stored: unknown = form.getFieldValue(name)
    const values = typeof stored === 'number' && !offered.includes(stored) ? [...offered, stored] : offered
    return values.map((value) => ({ value, label: label(value) }))
  }
  return (
    <>
      <div className="ag-fields">
        <Form.Item name="groupCycle" label={t('rule.groupCycle')} extra={t('rule.groupHint')} required>
          <Select options={options('groupCycle', GROUP_CYCLES, minutesText)} />
        </Form.Item>
        <Form.Item name="lastCycle" label={t('rule.lastCycle')} extra={t('rule.lastHint')} required>
          <Select options={options('lastCycle', LAST_CYCLES, (count) => t('rule.times', { count }))} />
        </Form.Item>
        <Form.Item name="silentCycle" label={t('rule.silentCycle')} extra={t('rule.silentHint')} required>
          <Select options={options('silentCycle', SILENT_CYCLES, minutesText)} />
        </Form.Item>
      </div>
      <div className="ag-fields">
        <Form.Item name="startTime" label={t('rule.start')} rules={[{ required: true, message: t('rule.needed') }]}>
          <Input type="time" />
        </Form.Item>
        <Form.Item
          name="endTime"
          label={t('rule.end')}
          extra={t(start > end ? 'rule.overnight' : 'rule.clockHint')}
          rules={[{ required: true, message: t('rule.needed') }]}
        >
          <Input type="time" />
        </Form.Item>
      </div>
    </>
  )
}

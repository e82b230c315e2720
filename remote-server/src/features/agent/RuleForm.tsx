import { RULE_FORMULAS, RULE_OPERATORS } from '@windlass/shared-kit/contract/serverRule'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { AutoComplete, Drawer, Form, Input, Select } from 'antd'
import { NoticeFields } from '../../components/notice/NoticeFields.tsx'
import { RulePreviewPlot } from './RulePreviewPlot.tsx'
import { RuleTimeFields } from './RuleTimeFields.tsx'
import { fieldsOf, inputOf, isNumber, type RuleFields } from './ruleFields.ts'
import { useRules } from './useRules.ts'

const WIDTH_PX = 640
const TEXT_LENGTH = 255

interface Props {
  serverId: number
  /** The rule to edit; absent for a new one. */
  ruleId: number | undefined
  /** What was measured in the last day. */
  items: readonly string[]
  onClose: () => void
}

/** One form to add and edit a warning rule. */
export default function RuleForm({ serverId, ruleId, items, onClose }: Props) {
  const { t } = useTranslation('server')
  const rules = useRules(serverId)
  const rule = rules.list.data?.find(({ id }) => id === ruleId)
  if (ruleId !== undefined && !rule) {
    // Loaded at this address, or not there any more.
    return (
      <Drawer open title={t('rule.edit')} size={WIDTH_PX} onClose={onClose}>
        <LoadState of={rules.list}>{t('rule.unknown')}</LoadState>
      </Drawer>
    )
  }
  const handleSubmit = async (fields: RuleFields) => {
    const input = inputOf(fields)
    if (rule) await rules.edit({ ...input, id: rule.id })
    else await rules.add({ ...input, serverId })
    toast.success(t(rule ? 'rule.saved' : 'rule.added', { item: input.item }))
  }
  return (
    <FormDrawer<RuleFields>
      open
      title={t(rule ? 'rule.edit' : 'rule.add')}
      width={WIDTH_PX}
      initialValues={fieldsOf(rule)}
      submitText={rule ? undefined : t('rule.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TermFields items={items} />
      <RuleTimeFields />
      <RulePreviewPlot serverId={serverId} />
      <NoticeFields />
    </FormDrawer>
  )
}

function TermFields({ items }: { items: readonly string[] }) {
  const { t } = useTranslation('server')
  const names = [...new Set(items)].toSorted()
  return (
    <>
      <Form.Item
        name="item"
        label={t('rule.item')}
        extra={t(names.length === 0 ? 'rule.noItems' : 'rule.itemHint')}
        rules={[{ required: true, whitespace: true, message: t('rule.needed') }]}
      >
        <AutoComplete
          showSearch={{ filterOption: (text, option) => String(option?.value ?? '').includes(text) }}
          options={names.map((value) => ({ value }))}
          maxLength={TEXT_LENGTH}
          placeholder="cpu_usage"
        />
      </Form.Item>
      <div className="ag-fields">
        <Form.Item name="formula" label={t('rule.formula')} required>
          <Select options={RULE_FORMULAS.map((value) => ({ value, label: t(`rule.formulas.${value}`) }))} />
        </Form.Item>
        <Form.Item name="operator" label={t('rule.operator')} required>
          <Select options={RULE_OPERATORS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          name="value"
          label={t('rule.value')}
          rules={[
            { required: true, message: t('rule.needed') },
            {
              validator: async (_field, text: string) => {
                if (text !== '' && !isNumber(text)) throw new Error(t('rule.noNumber'))
              },
            },
          ]}
        >
          <Input inputMode="decimal" maxLength={TEXT_LENGTH} autoComplete="off" />
        </Form.Item>
      </div>
    </>
  )
}

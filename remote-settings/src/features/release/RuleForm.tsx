import type { RemoteOverview, RollbackRule } from '@windlass/shared-kit/contract/release'
import { toast } from '@windlass/shared-kit/feedback'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, InputNumber, Switch } from 'antd'
import type { ReleaseActions } from './useReleases.ts'

const LEAST_PERCENT = 0.1
const FULL = 100
const MOST_LOADS = 100_000

interface Props {
  open: boolean
  row: RemoteOverview
  onSubmit: ReleaseActions['setRule']
  onClose: () => void
}

/** When a canary is taken back without anybody. */
export function RuleForm({ open, row, onSubmit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const required = (field: string) => ({ required: true, message: t('rule.required', { field }) })
  const handleSubmit = async (rule: RollbackRule) => {
    await onSubmit(rule)
    toast.success(t('release.rule.saved'))
  }
  return (
    <FormDrawer<RollbackRule>
      title={t('release.rule.formTitle', { remote: row.remote })}
      open={open}
      initialValues={row.rule}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Form.Item name="isOn" label={t('release.rule.switch')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="failurePercent"
        label={t('release.rule.percent')}
        extra={t('release.rule.percentHint')}
        rules={[required(t('release.rule.percent'))]}
      >
        <InputNumber min={LEAST_PERCENT} max={FULL} suffix="%" />
      </Form.Item>
      <Form.Item
        name="minLoads"
        label={t('release.rule.minLoads')}
        extra={t('release.rule.minLoadsHint')}
        rules={[required(t('release.rule.minLoads'))]}
      >
        <InputNumber min={1} max={MOST_LOADS} precision={0} />
      </Form.Item>
      <RuleWords />
    </FormDrawer>
  )
}

function RuleWords() {
  const { t } = useTranslation('settings')
  const form = Form.useFormInstance<RollbackRule>()
  const isOn = Form.useWatch('isOn', form)
  const percent = Form.useWatch('failurePercent', form) ?? 0
  const count = Form.useWatch('minLoads', form) ?? 0
  return (
    <div className="rl-estimate" aria-live="polite">
      <p>{isOn ? t('release.rule.says', { percent: formatNumber(percent), count }) : t('release.rule.saysOff')}</p>
      {isOn && <p>{t('release.rule.more')}</p>}
    </div>
  )
}

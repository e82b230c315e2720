import { PLAIN_POLICY } from '@windlass/shared-kit/contract/deployPolicy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { PolicyLinks } from './PolicyLinks.tsx'
import { ProbeField } from './ProbeField.tsx'
import { probeProblem, shareProblem } from './policyRules.ts'
import type { ProjectFields } from './projectFields.ts'
import { usePolicyRule } from './usePolicyRule.ts'

const LONGEST_PAUSE = 86_400

/** How the servers are served: in which batches, when it halts, and what else goes along with it. */
export default function PolicyFields() {
  const { t } = useTranslation('deploy')
  const rule = usePolicyRule()
  return (
    <>
      <BatchFields />
      <Form.Item
        name={['policy', 'probe']}
        label={t('rollout.probe')}
        extra={t('rollout.probeHint')}
        rules={[rule(probeProblem, null)]}
      >
        <ProbeField />
      </Form.Item>
      <HaltField />
      <Form.Item
        name={['policy', 'stopOnDrift']}
        label={t('rollout.stopOnDrift')}
        extra={t('rollout.stopOnDriftHint')}
        valuePropName="checked"
        required
      >
        <Switch />
      </Form.Item>
      <PolicyLinks />
    </>
  )
}

function BatchFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = usePolicyRule()
  const isSerial = Form.useWatch('deployServerMode', form) === 'serial'
  const batchSize = Form.useWatch(['policy', 'batchSize'], form) ?? PLAIN_POLICY.batchSize
  const hasBatches = isSerial || batchSize !== ''
  return (
    <div className="dp-policy-row">
      <Form.Item
        name={['policy', 'batchSize']}
        label={t('rollout.batchSize')}
        extra={t(isSerial ? 'rollout.batchSizeSerial' : 'rollout.batchSizeHint')}
        rules={[rule(shareProblem, '')]}
        normalize={(value: string) => value.trim()}
      >
        <Input disabled={isSerial} placeholder={t('rollout.allServers')} autoComplete="off" maxLength={4} />
      </Form.Item>
      <Form.Item name={['policy', 'batchPauseSeconds']} label={t('rollout.pause')} extra={t('rollout.pauseHint')}>
        <InputNumber disabled={!hasBatches} min={0} max={LONGEST_PAUSE} precision={0} />
      </Form.Item>
      <Form.Item
        name={['policy', 'failureThreshold']}
        label={t('rollout.threshold')}
        extra={t('rollout.thresholdHint')}
        rules={[rule(shareProblem, '')]}
        normalize={(value: string) => value.trim()}
      >
        <Input placeholder="1" autoComplete="off" maxLength={4} />
      </Form.Item>
    </div>
  )
}

function HaltField() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const hasReleases = Form.useWatch('hasReleases', form) ?? false
  return (
    <Form.Item
      name={['policy', 'onHalt']}
      label={t('rollout.onHalt')}
      extra={hasReleases ? undefined : t('rollout.onHaltNeedsReleases')}
      dependencies={['hasReleases']}
      required
      rules={[
        {
          validator: (_rule, value) =>
            value === 'rollback' && !form.getFieldValue('hasReleases')
              ? Promise.reject(new Error(t('rollout.onHaltNeedsReleases')))
              : Promise.resolve(),
        },
      ]}
    >
      <Radio.Group
        className="dp-choices"
        options={[
          { value: 'keep', label: t('rollout.keep') },
          { value: 'rollback', label: t('rollout.rollback'), disabled: !hasReleases },
        ]}
      />
    </Form.Item>
  )
}

import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Select } from 'antd'
import { watchProblem } from './policyRules.ts'
import type { ProjectFields } from './projectFields.ts'
import { usePolicyChoices } from './usePolicyChoices.ts'
import { usePolicyRule } from './usePolicyRule.ts'

const SEARCH = { optionFilterProp: 'label' as const }
const NONE = 0

/** What a deploy of the project is tied to: the pushes that start it, monitors it silences, the project that comes next. */
export function PolicyLinks() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = usePolicyRule()
  const { monitors, projects } = usePolicyChoices()
  const own = Form.useWatch('name', form)
  const next = (projects.data ?? []).filter(({ name }) => name !== own)
  return (
    <>
      <Form.Item
        name={['policy', 'watchPaths']}
        label={t('rollout.watchPaths')}
        extra={t('rollout.watchPathsHint')}
        rules={[rule(watchProblem, [])]}
      >
        <Select mode="tags" tokenSeparators={[',', ' ']} open={false} placeholder="services/shop" suffixIcon={null} />
      </Form.Item>
      <Form.Item
        name={['policy', 'silencedMonitorIds']}
        label={t('rollout.silence')}
        extra={t('rollout.silenceHint')}
        hidden={!monitors}
      >
        <Select mode="multiple" showSearch={SEARCH} loading={monitors?.isFetching} options={monitors?.data ?? []} />
      </Form.Item>
      <Form.Item name={['policy', 'promoteToId']} label={t('rollout.promoteTo')} extra={t('rollout.promoteToHint')}>
        <Select
          showSearch={SEARCH}
          loading={projects.isFetching}
          options={[
            { value: NONE, label: t('rollout.promoteToNone') },
            ...next.map(({ id, name, environment }) => ({
              value: id,
              label: `${isolated(name)} · ${t(`environment.${environment}`)}`,
            })),
          ]}
        />
      </Form.Item>
    </>
  )
}

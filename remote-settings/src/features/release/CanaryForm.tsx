import type { CanaryAudience, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { toast } from '@windlass/shared-kit/feedback'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Alert, Form, InputNumber, Select, Slider } from 'antd'
import { useNamespaceOptions, useUserOptions } from './usePeople.ts'
import type { ReleaseActions } from './useReleases.ts'

const PERCENT_MARKS = { 0: '0', 25: '25', 50: '50', 75: '75', 100: '100' }
const FULL = 100
const FIRST_PERCENT = 5

interface Props {
  open: boolean
  row: RemoteOverview
  version: string
  onSubmit: ReleaseActions['startCanary']
  onClose: () => void
}

/** Who gets a version before everybody else does. */
export function CanaryForm({ open, row, version, onSubmit, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isRunning = row.canary?.version === version
  const before = isRunning ? row.canary?.audience : undefined
  const handleSubmit = async (audience: CanaryAudience) => {
    await onSubmit({ ...audience, version })
    toast.success(t('release.canaryForm.done', { version }))
  }
  return (
    <FormDrawer<CanaryAudience>
      title={t(isRunning ? 'release.canaryForm.changeTitle' : 'release.canaryForm.title', { version })}
      open={open && version !== ''}
      initialValues={before ?? { namespaceIds: [], userIds: [], percent: FIRST_PERCENT }}
      submitText={t(isRunning ? 'release.canaryForm.save' : 'release.canaryForm.start', { version })}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {row.canary && !isRunning && (
        <Alert type="warning" showIcon title={t('release.canaryForm.replaces', { version: row.canary.version })} />
      )}
      <Audience />
      <Percent />
      <Estimate row={row} version={version} />
    </FormDrawer>
  )
}

function Audience() {
  const { t } = useTranslation('settings')
  const namespaces = useNamespaceOptions(true)
  const users = useUserOptions(true)
  return (
    <>
      <Form.Item name="namespaceIds" label={t('release.canaryForm.namespaces')}>
        <Select
          mode="multiple"
          allowClear
          loading={namespaces.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('release.canaryForm.noNamespace')}
          options={namespaces.data}
        />
      </Form.Item>
      <Form.Item name="userIds" label={t('release.canaryForm.users')}>
        <Select
          mode="multiple"
          allowClear
          loading={users.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('release.canaryForm.noUser')}
          options={users.data}
        />
      </Form.Item>
    </>
  )
}

function Percent() {
  const { t } = useTranslation('settings')
  const form = Form.useFormInstance<CanaryAudience>()
  const percent = Form.useWatch('percent', form) ?? 0
  const label = t('release.canaryForm.percent')
  return (
    <Form.Item label={label} extra={t('release.canaryForm.percentHint')}>
      <div className="rl-percent">
        <Slider
          value={percent}
          marks={PERCENT_MARKS}
          max={FULL}
          ariaLabelForHandle={label}
          onChange={(value) => form.setFieldValue('percent', value)}
        />
        <Form.Item
          name="percent"
          noStyle
          dependencies={['namespaceIds', 'userIds']}
          rules={[
            {
              validator: async (_rule, value: number | null) => {
                const { namespaceIds, userIds } = form.getFieldsValue(['namespaceIds', 'userIds'])
                if ((value ?? 0) > 0 || namespaceIds.length > 0 || userIds.length > 0) return
                throw new Error(t('release.canaryForm.nobody'))
              },
            },
          ]}
        >
          <InputNumber<number> min={0} max={FULL} suffix="%" aria-label={label} />
        </Form.Item>
      </div>
    </Form.Item>
  )
}

function Estimate({ row, version }: Pick<Props, 'row' | 'version'>) {
  const { t } = useTranslation('settings')
  const form = Form.useFormInstance<CanaryAudience>()
  const percent = Form.useWatch('percent', form) ?? 0
  const named = Form.useWatch('userIds', form)?.length ?? 0
  const groups = Form.useWatch('namespaceIds', form)?.length ?? 0
  const about = Math.round((row.users * percent) / FULL)
  const parts = [
    ...(groups > 0 ? [t('release.canaryForm.ofNamespaces', { count: groups })] : []),
    ...(named > 0 ? [t('release.canaryForm.ofUsers', { count: named })] : []),
    ...(percent > 0
      ? [t('release.canaryForm.ofOthers', { about: formatNumber(about), count: row.users, remote: row.remote })]
      : []),
  ]
  return (
    <div className="rl-estimate" aria-live="polite">
      {parts.length === 0 ? (
        <p>{t('release.canaryForm.nobody')}</p>
      ) : (
        <>
          <p>{t('release.canaryForm.gets', { version })}</p>
          <ul>
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
          <p>{t('release.canaryForm.rest', { stable: row.stable || t('release.none') })}</p>
          <p>{t('release.openTabs')}</p>
        </>
      )}
    </div>
  )
}

import type { Cron } from '@windlass/shared-kit/contract/cron'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Switch } from 'antd'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { taskName } from './cronFilter.ts'
import { ScheduleText } from './ScheduleText.tsx'
import type { Crons } from './useCrons.ts'

interface Values {
  serverIds: number[]
  isEnabled: boolean
}

interface Props {
  cron: Cron
  crons: Crons
  onClose: () => void
}

/** Brings a task to other servers. */
export default function CopyDrawer({ cron, crons, onClose }: Props) {
  const { t } = useTranslation('server')
  const handleSubmit = async (values: Values) => {
    const { list } = await crons.copy({ id: cron.id, ...values })
    const made = list.filter(({ isNew }) => isNew).length
    const there = list.length - made
    const copied = t('cron.copied', { count: made })
    toast.success(there === 0 ? copied : `${copied} ${t('cron.alreadyThere', { count: there })}`)
  }
  return (
    <FormDrawer<Values>
      open
      title={t('cron.copyTitle', { name: taskName(cron) })}
      initialValues={{ serverIds: [], isEnabled: false }}
      submitText={({ serverIds = [] }) => t('cron.copyVerb', { count: serverIds.length })}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className="cron-copied">
        <code className="wl-mono cron-command">{cron.command}</code>
        <ScheduleText expression={cron.expression} />
      </div>
      <Form.Item
        name="serverIds"
        label={t('cron.copyTo')}
        rules={[{ required: true, type: 'array', min: 1, message: t('rule.needed') }]}
      >
        <ServerPicker mode="multiple" except={[cron.serverId]} />
      </Form.Item>
      <Form.Item
        name="isEnabled"
        label={t('cron.copyEnabled')}
        valuePropName="checked"
        extra={t('cron.copyEnabledHint')}
      >
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

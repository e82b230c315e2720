import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DeployLockAdd } from '@windlass/shared-kit/contract/deployGuard'
import type { Project } from '@windlass/shared-kit/contract/project'
import { toast } from '@windlass/shared-kit/feedback'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Radio } from 'antd'

/** How long a lock may hold without being unlocked, in hours; 0 is until then. */
const HOURS = [1, 4, 24, 72, 0]
const REASON_LENGTH = 255

interface Values {
  reason: string
  hours: number
}

interface Props {
  project: Pick<Project, 'id' | 'name'>
  onClose: () => void
}

/** Keeps everybody else, webhooks, schedules and trains from deploying a project. */
export default function LockForm({ project, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const client = useQueryClient()
  const lock = useMutation({
    mutationFn: (values: Values) => call(DeployLockAdd, { projectId: project.id, ...values }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deploy', 'board'] }),
  })
  const handleSubmit = async (values: Values) => {
    await lock.mutateAsync(values)
    toast.success(t('lock.done', { name: project.name }))
  }
  return (
    <FormDrawer<Values>
      open
      title={t('lock.title', { name: project.name })}
      initialValues={{ reason: '', hours: 4 }}
      submitText={t('lock.action')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{t('lock.explanation')}</p>
      <Form.Item
        name="reason"
        label={t('lock.reason')}
        extra={t('lock.reasonHint')}
        rules={[{ required: true, whitespace: true, message: t('lock.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={REASON_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <Form.Item name="hours" label={t('lock.until')}>
        <Radio.Group
          className="dp-choices"
          options={HOURS.map((hours) => ({
            value: hours,
            label: hours === 0 ? t('lock.untilUnlocked') : t('lock.hours', { count: hours }),
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

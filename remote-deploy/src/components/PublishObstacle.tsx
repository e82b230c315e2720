import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { formatDateTime, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { Alert, Form, Input } from 'antd'

const REASON_LENGTH = 255

/** Who or what keeps this project from being deployed, and the way past it for those who may. */
export function PublishObstacle({ project, kind }: { project: DeployRow; kind: 'freeze' | 'lock' }) {
  const { t } = useTranslation('deploy')
  const mayOverride = useCan([Permission.OverrideDeployGuard])
  const { lock, freeze } = project
  const endTime = (kind === 'lock' ? lock : freeze)?.endTime ?? ''
  const words =
    kind === 'lock'
      ? t('publish.locked', { name: lock?.ownerName, reason: lock?.reason })
      : t('publish.frozen', { name: freeze?.name, reason: freeze?.reason })
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={words}
        description={
          <>
            {endTime !== '' && (
              <p title={formatZonedTime(endTime)}>{t('publish.obstacleEnds', { time: formatDateTime(endTime) })}</p>
            )}
            {t(mayOverride ? 'publish.mayOverride' : 'publish.mayNotOverride')}
          </>
        }
      />
      {mayOverride && (
        <Form.Item
          name="override"
          label={t('publish.override')}
          rules={[{ required: true, whitespace: true, message: t('publish.giveReason') }]}
        >
          <Input maxLength={REASON_LENGTH} autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}

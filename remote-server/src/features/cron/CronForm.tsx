import { type Cron, CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Radio, Switch } from 'antd'
import { NoticeFields } from '../../components/notice/NoticeFields.tsx'
import { CommandField } from './CommandField.tsx'
import { taskName } from './cronFilter.ts'
import { type CronFields, fieldsOf, inputOf } from './cronForm.ts'
import { ExpressionField } from './ExpressionField.tsx'
import type { Crons } from './useCrons.ts'

const WIDTH_PX = 640
const TEXT_LENGTH = 255
const LEVELS = Object.values(CronLogLevel)

interface Props {
  serverId: number
  /** Absent for a new one. */
  cron: Cron | undefined
  crons: Crons
  onClose: () => void
}

/** One form to add and edit a task. */
export default function CronForm({ serverId, cron, crons, onClose }: Props) {
  const { t } = useTranslation('server')
  const handleSubmit = async (fields: CronFields) => {
    // What is hidden is not among the values of the form.
    const input = inputOf({ ...fieldsOf(cron), ...fields })
    if (cron) await crons.edit({ ...input, id: cron.id })
    else await crons.add({ ...input, serverId })
    toast.success(t(cron ? 'cron.saved' : 'cron.added', { name: taskName(input) }))
  }
  return (
    <FormDrawer<CronFields>
      open
      title={t(cron ? 'cron.editTitle' : 'cron.add')}
      width={WIDTH_PX}
      initialValues={fieldsOf(cron)}
      submitText={cron ? undefined : t('cron.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <ExpressionField />
      <CommandField />
      <WayFields />
      <Form.Item name="description" label={t('cron.description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={TEXT_LENGTH} showCount />
      </Form.Item>
      <NoticeFields isOptional />
      <p className="cron-hint">{t('cron.noticeHint')}</p>
      <Form.Item
        name="isEnabled"
        label={t('cron.isEnabled')}
        required
        valuePropName="checked"
        extra={t('cron.enabledHint')}
      >
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

/** What happens when runs meet, and what is told of them. */
function WayFields() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<CronFields>()
  const level = Form.useWatch('logLevel', form)
  return (
    <>
      <Form.Item name="singleMode" label={t('cron.singleMode')} required>
        <Radio.Group className="cron-choices">
          {[1, 0].map((mode) => (
            <Radio key={mode} value={mode}>
              <b>{t(mode === 1 ? 'cron.single' : 'cron.overlapping')}</b>
              <span className="wl-faint">{t(mode === 1 ? 'cron.singleHint' : 'cron.overlappingHint')}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item
        name="logLevel"
        label={t('cron.logLevel')}
        required
        extra={level === CronLogLevel.Failures ? t('cron.levelHint') : undefined}
      >
        <Radio.Group options={LEVELS.map((value) => ({ value, label: t(`cron.level.${value}`) }))} />
      </Form.Item>
    </>
  )
}

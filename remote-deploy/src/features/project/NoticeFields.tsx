import { NotifyType } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input, Select } from 'antd'
import { NoticeTest } from '../../components/NoticeTest.tsx'
import type { ProjectFields } from './projectFields.ts'
import { notifyTargetProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'

const TEXT_LENGTH = 255

/** Who is told how a deploy ended. */
export function NoticeFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ProjectFields>()
  const rule = useProblemRule()
  const type = Form.useWatch<ProjectFields['notifyType'] | undefined>('notifyType', form) ?? NotifyType.None
  return (
    <>
      <Form.Item name="notifyType" label={t('project.notify.label')} extra={t('project.notify.hint')} required>
        <Select
          options={Object.values(NotifyType).map((value) => ({ value, label: t(`project.notify.type.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="notifyTarget"
        label={t(type === NotifyType.EMail ? 'project.notify.people' : 'project.notify.address')}
        extra={t(`project.notify.help.${type}`)}
        hidden={type === NotifyType.None}
        required
        dependencies={['notifyType']}
        rules={[rule((target) => notifyTargetProblem(target, form.getFieldValue('notifyType')))]}
      >
        <Input className="dp-mono-field" maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      {type !== NotifyType.None && <NoticeTest useBy="deploy" />}
    </>
  )
}

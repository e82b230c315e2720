import { TRANSFER_TYPES } from '@windlass/shared-kit/contract/enums'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { TaggedSelect } from '@windlass/shared-kit/ui/pick'
import { Form, Input, Radio, Select } from 'antd'
import type { ProjectFields } from './projectFields.ts'
import { optionProblem } from './projectRules.ts'
import { useProblemRule } from './useProblemRule.ts'
import { useChoices } from './useProjects.ts'

const TEXT_LENGTH = 255
const SEARCH = { optionFilterProp: 'label' as const }

/** Where the project goes, how the files get there, and who may deploy it. */
export function ServerFields() {
  const { t } = useTranslation('deploy')
  const rule = useProblemRule()
  const { servers, users } = useChoices()
  const transferType = Form.useWatch<ProjectFields['transferType'] | undefined>('transferType') ?? 'rsync'
  return (
    <>
      <Form.Item name="serverIds" label={t('project.servers')} extra={t('project.serversHint')}>
        <TaggedSelect
          mode="multiple"
          of={servers}
          things={(servers.data ?? []).map(({ ip, ...server }) => ({ ...server, hint: ip }))}
        />
      </Form.Item>
      <Form.Item name="deployServerMode" label={t('project.order')} required>
        <Radio.Group
          options={[
            { value: 'parallel', label: t('project.parallel') },
            { value: 'serial', label: t('project.serial') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="transferType"
        label={t('project.transfer')}
        extra={t(`project.transferHelp.${transferType}`)}
        required
      >
        <Radio.Group options={TRANSFER_TYPES.map((value) => ({ value, label: t(`project.transferBy.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="transferOption"
        label={t(transferType === 'custom' ? 'project.command' : 'project.options')}
        extra={t(`project.optionHint.${transferType}`)}
        rules={[rule(optionProblem)]}
      >
        <Input.TextArea className="dp-mono-field" maxLength={TEXT_LENGTH} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="userIds" label={t('project.users')} extra={t('project.usersHint')}>
        <Select
          mode="multiple"
          showSearch={SEARCH}
          loading={users.isFetching}
          options={(users.data ?? []).map(({ userId, userName }) => ({ value: userId, label: userName }))}
        />
      </Form.Item>
    </>
  )
}

import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { Environment } from '@windlass/shared-kit/contract/enums'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { Alert, Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { initialVariables, type PublishValues, publishInput } from './publishInput.ts'
import { RevisionFields } from './RevisionFields.tsx'
import { usePublish } from './usePublish.ts'
import { VariableFields } from './VariableFields.tsx'

interface Props {
  project: DeployRow
  onPublished: (token: string) => void
  onClose: () => void
}

/** What is deployed, where to, and with which values; the button says how many servers it will touch. */
export default function PublishForm({ project, onPublished, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const { servers, publish } = usePublish(project.id)
  const [chosen, setChosen] = useState<number>()
  const variables = project.script.customVariables ?? []
  const all = servers.data?.length ?? 0

  const handleSubmit = async (values: PublishValues) => {
    const { token } = await publish(publishInput(project.id, variables, values))
    toast.success(t('publish.queued', { name: project.name }))
    onPublished(token)
    navigate(`/deploy/detail/${project.id}?token=${token}`)
  }
  return (
    <FormDrawer<PublishValues>
      open
      title={t('publish.title', { name: project.name, environment: t(`environment.${project.environment}`) })}
      initialValues={{ what: 'newest', where: 'all', serverIds: [], variables: initialVariables(variables) }}
      submitText={t('publish.submit', { count: chosen ?? all })}
      isDisabled={!servers.data || all === 0}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {project.environment === Environment.Production && (
        <Alert type="warning" showIcon title={t('publish.production')} />
      )}
      <Form.Item name="what" label={t('publish.what')} required>
        <Radio.Group
          className="dp-choices"
          options={[
            { value: 'newest', label: t('publish.newest', { branch: project.branch }) },
            { value: 'commit', label: t('publish.chooseCommit') },
            { value: 'tag', label: t('publish.chooseTag') },
          ]}
        />
      </Form.Item>
      <RevisionFields projectId={project.id} />
      <LoadState of={servers}>
        {all === 0 ? (
          <Alert type="error" showIcon title={t('publish.noServers')} />
        ) : (
          <ServerFields servers={servers.data ?? []} onCount={setChosen} />
        )}
      </LoadState>
      <VariableFields variables={variables} />
    </FormDrawer>
  )
}

interface ServerProps {
  servers: readonly { id: number; name: string; description: string }[]
  /** How many are chosen; undefined means all of them. */
  onCount: (count: number | undefined) => void
}

function ServerFields({ servers, onCount }: ServerProps) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<PublishValues>()
  const where = Form.useWatch('where', form) ?? 'all'
  const count = (next: PublishValues['where']) =>
    onCount(next === 'all' ? undefined : (form.getFieldValue('serverIds') as number[]).length)
  return (
    <>
      <Form.Item name="where" label={t('publish.where')} required hidden={servers.length === 1}>
        <Radio.Group
          className="dp-choices"
          onChange={(event) => count(event.target.value as PublishValues['where'])}
          options={[
            { value: 'all', label: t('publish.allServers', { count: servers.length }) },
            { value: 'some', label: t('publish.someServers') },
          ]}
        />
      </Form.Item>
      {where === 'some' && (
        <Form.Item
          name="serverIds"
          rules={[{ required: true, type: 'array', min: 1, message: t('publish.chooseServer') }]}
          aria-label={t('publish.where')}
        >
          <Checkbox.Group
            className="dp-servers"
            onChange={(ids) => onCount(ids.length)}
            options={servers.map(({ id, name, description }) => ({
              value: id,
              label: description ? `${name} (${description})` : name,
            }))}
          />
        </Form.Item>
      )}
    </>
  )
}

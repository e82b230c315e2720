import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useNamespace } from '@windlass/shared-kit/session'
import { FormDrawer, MonoText, StateMark } from '@windlass/shared-kit/ui'
import { Form, type FormInstance, Input, Radio } from 'antd'
import { ConnectionTest } from './ConnectionTest.tsx'
import { JumpFields } from './JumpFields.tsx'
import { LoginSection } from './LoginSection.tsx'
import { fieldsOf, type ServerFields, serverInputOf } from './serverForm.ts'
import { TEXT_LENGTH } from './serverRules.ts'
import { TagField } from './TagField.tsx'
import type { useServers } from './useServers.ts'

const WIDTH_PX = 560

interface Props {
  /** The server to edit; absent for a new one. */
  server: ServerRow | undefined
  /** The server a new one starts as a copy of. */
  template: ServerRow | undefined
  isNew: boolean
  /** Tags of the namespace. */
  tags: readonly string[]
  onAdd: ReturnType<typeof useServers>['add']
  onEdit: ReturnType<typeof useServers>['edit']
  onClose: () => void
}

/** One form to add, edit and copy a server. */
export function ServerForm({ server, template, isNew, tags, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('server')
  const namespace = useNamespace()
  const start = server ?? template

  const handleSubmit = async (_shown: ServerFields, form: FormInstance<ServerFields>) => {
    // With what stands in no field: which secrets are stored.
    const input = serverInputOf(form.getFieldsValue(true))
    if (server) await onEdit({ ...input, id: server.id })
    else await onAdd(input)
    toast.success(t(server ? 'server.saved' : 'server.added', { name: input.name }))
  }
  const title = server
    ? t('server.editTitle', { name: server.name })
    : template
      ? t('server.copyTitle', { name: template.name })
      : t('server.add')
  return (
    <FormDrawer<ServerFields>
      title={title}
      open={isNew || start !== undefined}
      initialValues={fieldsOf(start, namespace.id)}
      submitText={server ? undefined : t('server.add')}
      width={WIDTH_PX}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <AboutFields namespaceName={namespace.name} namespaceId={namespace.id} tags={tags} />
      <section className="server-section" aria-label={t('form.targetTitle')}>
        <h2>{t('form.targetTitle')}</h2>
        {server?.hostKey && <PinnedKey hostKey={server.hostKey} />}
        <LoginSection path={['target']} name={['target']} />
      </section>
      <JumpFields />
      <ConnectionTest />
    </FormDrawer>
  )
}

/** The key that vouches for the machine, before anybody connects again. */
function PinnedKey({ hostKey }: { hostKey: NonNullable<ServerRow['hostKey']> }) {
  const { t } = useTranslation('server')
  return (
    <p className="server-pinned">
      <StateMark state={hostKey.isChanged ? 'failed' : 'success'}>
        {t(hostKey.isChanged ? 'keys.changedShort' : 'keys.pinned')}
      </StateMark>
      <span className="wl-faint">{hostKey.algorithm}</span>
      <MonoText>{hostKey.fingerprint}</MonoText>
    </p>
  )
}

interface AboutProps {
  namespaceName: string
  namespaceId: number
  tags: readonly string[]
}

function AboutFields({ namespaceName, namespaceId, tags }: AboutProps) {
  const { t } = useTranslation('server')
  return (
    <>
      <Form.Item
        name="name"
        label={t('server.name')}
        rules={[{ required: true, whitespace: true, message: t('rule.required', { field: t('server.name') }) }]}
      >
        <Input maxLength={TEXT_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="namespaceId" label={t('form.namespace')} extra={t('form.namespaceHint')} required>
        <Radio.Group
          options={[
            { value: namespaceId, label: t('form.namespaceCurrent', { name: namespaceName }) },
            { value: 0, label: t('form.namespaceShared') },
          ]}
        />
      </Form.Item>
      <Form.Item name="os" label={t('form.os')} required>
        <Radio.Group
          options={[
            { value: 'linux', label: 'Linux' },
            { value: 'windows', label: 'Windows' },
          ]}
        />
      </Form.Item>
      <TagField name="tags" label={t('tag.title')} extra={t('tag.hint')} known={tags} />
      <Form.Item name="description" label={t('server.description')}>
        <Input.TextArea maxLength={TEXT_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}

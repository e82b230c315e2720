import type { Server } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useNamespace } from '@windlass/shared-kit/session'
import { FormDrawer } from '@windlass/shared-kit/ui'
import { Form, Input, Radio, Switch } from 'antd'
import { ConnectionTest } from './ConnectionTest.tsx'
import { LoginSection } from './LoginSection.tsx'
import { fieldsOf, type ServerFields, serverInputOf, storedSecretsOf } from './serverForm.ts'
import { TEXT_LENGTH } from './serverRules.ts'
import type { useServers } from './useServers.ts'

const WIDTH_PX = 560

interface Props {
  /** The server to edit; absent for a new one. */
  server: Server | undefined
  /** The server a new one starts as a copy of. */
  template: Server | undefined
  isNew: boolean
  onAdd: ReturnType<typeof useServers>['add']
  onEdit: ReturnType<typeof useServers>['edit']
  onClose: () => void
}

/** One form to add, edit and copy a server. */
export function ServerForm({ server, template, isNew, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('server')
  const namespace = useNamespace()
  const start = server ?? template
  const stored = storedSecretsOf(start)

  const handleSubmit = async (fields: ServerFields) => {
    const input = serverInputOf(fields, stored)
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
      <AboutFields namespaceName={namespace.name} namespaceId={namespace.id} />
      <LoginSection name="target" stored={stored.target} />
      <JumpFields stored={stored.jump} />
      <ConnectionTest stored={stored} />
    </FormDrawer>
  )
}

function AboutFields({ namespaceName, namespaceId }: { namespaceName: string; namespaceId: number }) {
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
      <Form.Item name="description" label={t('server.description')}>
        <Input.TextArea maxLength={TEXT_LENGTH} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}

function JumpFields({ stored }: { stored: ReturnType<typeof storedSecretsOf>['jump'] }) {
  const { t } = useTranslation('server')
  const isJumping = Form.useWatch<boolean | undefined>('isJumping')
  return (
    <section className="server-section">
      <Form.Item name="isJumping" label={t('form.jump')} extra={t('form.jumpHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {isJumping && <LoginSection name="jump" stored={stored} />}
    </section>
  )
}

import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useNamespace } from '@windlass/shared-kit/session'
import { useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { useGiving } from './useGiving.ts'
import type { Member } from './useMembers.ts'
import { type RefusalReason, type RoleChange, useRoleChange } from './useRoleChange.ts'

interface Props {
  chosen: readonly Member[]
  /** With those who stay chosen. */
  onDone: (left: number[]) => void
  onClose: () => void
}

/** Gives several members one role in one namespace, all of them or none, and says before what that changes for each. */
export default function RoleDialog({ chosen, onDone, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isActive = usePageActive()
  const current = useNamespace()
  const [namespaceId, setNamespaceId] = useState(current.id)
  const [roleId, setRoleId] = useState<number>()
  const { namespaces, roles, bindings, changes, change } = useRoleChange(chosen, namespaceId, roleId)
  const giving = useGiving(change)
  const role = roles.data?.find(({ id }) => id === roleId)
  const wanted = changes.filter(({ isChanged, member }) => isChanged && !giving.refused.has(member.id))

  const choose = (set: (id: number) => void) => (id: number) => {
    giving.forget()
    set(id)
  }
  const handleChange = async () => {
    if (!role) return
    const ids = wanted.map(({ member }) => member.id)
    if (!(await giving.give(ids, role.id))) return
    const namespace = namespaces.data?.find((option) => option.namespaceId === namespaceId)?.namespaceName
    toast.success(t('member.changeRoleDone', { count: wanted.length, role: role.name, namespace }))
    onDone([...giving.refused.keys()])
    onClose()
  }
  return (
    <Modal
      title={t('member.changeRoleTitle', { count: chosen.length })}
      open={isActive}
      width={480}
      footer={null}
      focusable={{ trap: true }}
      mask={{ closable: !giving.isRunning }}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false} onFinish={handleChange}>
        <Choice
          label={t('member.changeRoleNamespace')}
          isLoading={namespaces.isFetching}
          value={namespaceId}
          options={namespaces.data?.map(({ namespaceId: value, namespaceName: label }) => ({ value, label }))}
          onChange={choose(setNamespaceId)}
        />
        <Choice
          label={t('binding.role')}
          placeholder={t('binding.chooseRole')}
          isLoading={roles.isFetching}
          value={roleId}
          options={roles.data?.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose(setRoleId)}
        />
        <Refusal of={giving} />
        <Changes changes={changes} of={bindings} newRole={role?.name} refused={giving.refused} />
        <Footer of={giving} count={role ? wanted.length : 0} onClose={onClose} />
      </Form>
    </Modal>
  )
}

interface FooterProps {
  of: ReturnType<typeof useGiving>
  /** How many roles change. */
  count: number
  onClose: () => void
}

function Footer({ of, count, onClose }: FooterProps) {
  const { t } = useTranslation('settings')
  const verb = of.refused.size > 0 ? 'member.changeRoleOthers' : 'member.changeRoleDo'
  return (
    <div className="wl-dialog-footer">
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="primary" htmlType="submit" loading={of.isRunning} disabled={count === 0}>
        {count > 0 ? t(verb, { count }) : t('member.changeRole')}
      </Button>
    </div>
  )
}

/** Tells that nothing was changed: in a few words where the list names who is in the way, else in those of the server. */
function Refusal({ of }: { of: ReturnType<typeof useGiving> }) {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  if (of.error) return <Alert type="error" showIcon title={errorText(of.error).text} />
  if (of.refused.size === 0) return null
  return <Alert type="warning" showIcon title={t('member.changeRoleRefused', { count: of.refused.size })} />
}

interface ChoiceProps {
  label: string
  placeholder?: string
  isLoading: boolean
  value: number | undefined
  options: { value: number; label: string }[] | undefined
  onChange: (value: number) => void
}

function Choice({ label, isLoading, ...select }: ChoiceProps) {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id}>
      <Select id={id} showSearch={{ optionFilterProp: 'label' }} loading={isLoading} {...select} />
    </Form.Item>
  )
}

interface ChangesProps {
  changes: readonly RoleChange[]
  of: ReturnType<typeof useRoleChange>['bindings']
  newRole: string | undefined
  refused: ReadonlyMap<number, RefusalReason>
}

/** Names everybody with the role that goes and the one that comes. */
function Changes({ changes, of, newRole, refused }: ChangesProps) {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  if (of.isError) return <Alert type="error" showIcon title={errorText(of.error).text} />
  const isNothing = newRole !== undefined && changes.every(({ isChanged }) => !isChanged)
  return (
    <>
      <ul className="member-named member-changes" aria-label={t('member.changeRoleChanges')} aria-busy={of.isPending}>
        {changes.map((change) => (
          <li key={change.member.id}>
            <span>
              <bdi>{change.member.name}</bdi> <code>{change.member.account}</code>
            </span>
            {of.data && <Change change={change} newRole={newRole} refusal={refused.get(change.member.id)} />}
          </li>
        ))}
      </ul>
      <p className="wl-faint">{t(isNothing && of.data ? 'member.changeRoleNone' : 'member.changeRoleExplanation')}</p>
    </>
  )
}

interface ChangeProps {
  change: RoleChange
  newRole: string | undefined
  refusal: RefusalReason | undefined
}

function Change({ change, newRole, refusal }: ChangeProps) {
  const { t } = useTranslation('settings')
  const { isChanged, member, roleName } = change
  if (refusal) return <span className="member-refused">{t(`member.changeRoleWhy.${refusal}`)}</span>
  if (member.superManager === 1) return <span className="wl-faint">{t('member.superManager')}</span>
  if (roleName === undefined) return <span className="wl-faint">{t('member.changeRoleStranger')}</span>
  if (newRole === undefined) return <bdi className="wl-faint">{roleName}</bdi>
  if (!isChanged) {
    return <span className="wl-faint">{t('member.changeRoleSame', { role: roleName })}</span>
  }
  return (
    <span>
      <bdi className="wl-faint">{roleName}</bdi> <span className="wl-faint">{t('member.changeRoleTo')}</span>{' '}
      <bdi>
        <b>{newRole}</b>
      </bdi>
    </span>
  )
}

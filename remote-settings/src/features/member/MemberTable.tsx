import { Permission } from '@windlass/shared-kit/contract/permission'
import type { User } from '@windlass/shared-kit/contract/user'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { useMembers } from './useMembers.ts'

/** There is always somebody left who can put things right. */
const FIRST_ADMINISTRATOR = 1

interface Actions {
  onEdit: (member: User) => void
  onRemove: (member: User) => void
}

interface Props extends Actions {
  of: ReturnType<typeof useMembers>['list']
  search: string
  isSuperOnly: boolean
  add: ReactNode
  onClearFilters: () => void
}

export function MemberTable({ of, search, isSuperOnly, add, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('settings')
  const wanted = search.trim().toLowerCase()
  const rows = (of.data ?? [])
    .filter((member) => !isSuperOnly || member.superManager === 1)
    .filter(({ name, account, contact }) => `${name}\n${account}\n${contact}`.toLowerCase().includes(wanted))
  return (
    <DataTable
      label={t('route.memberSetting')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowMemberPage')}
      empty={{ title: t('member.emptyTitle'), explanation: t('member.emptyExplanation'), action: add }}
      onClearFilters={wanted === '' && !isSuperOnly ? undefined : onClearFilters}
    />
  )
}

function useColumns(actions: Actions): DataColumn<User>[] {
  const { t } = useTranslation('settings')
  const user = useUser()
  return [
    {
      key: 'account',
      title: t('member.account'),
      width: 180,
      compare: (one, other) => one.account.localeCompare(other.account),
      render: ({ account }) => <MonoText isCut>{account}</MonoText>,
    },
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ id, name }) => (
        <>
          <b>{name}</b> {id === user.id && <Tag>{t('member.you')}</Tag>}
        </>
      ),
    },
    {
      key: 'contact',
      title: t('member.contact'),
      width: 150,
      render: ({ contact }) => (contact ? <MonoText>{contact}</MonoText> : <span className="wl-faint">–</span>),
    },
    {
      key: 'kind',
      title: t('member.kind'),
      width: 150,
      render: ({ superManager }) =>
        superManager === 1 ? <Tag color="blue">{t('member.superManager')}</Tag> : t('member.general'),
    },
    { key: 'insertTime', title: t('added'), width: 130, render: ({ insertTime }) => <TimeText value={insertTime} /> },
    { key: 'updateTime', title: t('updated'), width: 130, render: ({ updateTime }) => <TimeText value={updateTime} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 160,
      card: 'actions',
      render: (member) => <RowActions member={member} {...actions} />,
    },
  ]
}

function RowActions({ member, onEdit, onRemove }: Actions & { member: User }) {
  const { t } = useTranslation('settings')
  const user = useUser()
  const isOutOfReach = member.superManager === 1 && user.superManager === 0
  if (member.id === FIRST_ADMINISTRATOR || member.id === user.id || isOutOfReach) return null
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.EditMember]}>
        <Button size="small" type="text" onClick={() => onEdit(member)}>
          {t('edit')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteMember]}>
        <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(member)}>
          {t('remove')}
        </Button>
      </Can>
    </span>
  )
}

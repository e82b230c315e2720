import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Tag } from 'antd'
import type { Key, ReactNode } from 'react'
import { MemberActions, type RowActions } from './MemberActions.tsx'
import type { Member, useMembers } from './useMembers.ts'

interface Props extends RowActions {
  of: ReturnType<typeof useMembers>['list']
  rows: readonly Member[]
  isFiltered: boolean
  add: ReactNode
  chosen: readonly Key[]
  onChoose: (chosen: readonly Key[]) => void
  onClearFilters: () => void
}

/** Those who match what is typed, of the kind that is chosen. */
export function filterMembers(members: readonly Member[], search: string, kind: string): Member[] {
  const wanted = search.trim().toLowerCase()
  return members
    .filter(({ superManager, isDisabled }) => kind !== 'super' || (superManager === 1 && !isDisabled))
    .filter(({ isDisabled }) => kind !== 'disabled' || isDisabled)
    .filter(({ name, account, contact }) => `${name}\n${account}\n${contact}`.toLowerCase().includes(wanted))
}

export function MemberTable({ of, rows, isFiltered, add, chosen, onChoose, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('settings')
  const mayChange = useCan([Permission.AddNamespaceUser, Permission.EditMember, Permission.DeleteMember])
  return (
    <DataTable
      label={t('route.memberSetting')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowMemberPage')}
      empty={{ title: t('member.emptyTitle'), explanation: t('member.emptyExplanation'), action: add }}
      onClearFilters={isFiltered ? onClearFilters : undefined}
      rowClassName={({ isDisabled }) => (isDisabled ? 'member-disabled' : '')}
      selection={
        mayChange
          ? { keys: chosen, onChange: onChoose, labelOf: ({ name }) => t('member.choose', { name }) }
          : undefined
      }
    />
  )
}

function useColumns(actions: RowActions): DataColumn<Member>[] {
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
      render: ({ id, name, isDisabled }) => (
        <>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          {id === user.id && <Tag>{t('member.you')}</Tag>}
          {isDisabled && <StateMark state="disabled">{t('member.disabled')}</StateMark>}
        </>
      ),
    },
    {
      key: 'contact',
      title: t('member.contact'),
      width: 140,
      render: ({ contact }) => (contact ? <MonoText>{contact}</MonoText> : <span className="wl-faint">–</span>),
    },
    {
      key: 'kind',
      title: t('member.kind'),
      width: 140,
      render: ({ superManager }) =>
        superManager === 1 ? <Tag color="blue">{t('member.superManager')}</Tag> : t('member.general'),
    },
    { key: 'insertTime', title: t('added'), width: 120, render: ({ insertTime }) => <TimeText value={insertTime} /> },
    { key: 'updateTime', title: t('updated'), width: 120, render: ({ updateTime }) => <TimeText value={updateTime} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 210,
      card: 'actions',
      render: (member) => <MemberActions member={member} {...actions} />,
    },
  ]
}

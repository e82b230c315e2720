import { PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { User } from '@windlass/shared-kit/contract/user'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, type SummaryChip, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { MemberForm } from './MemberForm.tsx'
import { MemberTable } from './MemberTable.tsx'
import { useMembers } from './useMembers.ts'

const SUPER = 'super'

/** Members: everybody who can sign in. */
export default function MemberPage() {
  const { t } = useTranslation('settings')
  const members = useMembers()
  const url = useUrlState({ search: '', kind: '', edit: '' })
  const [removing, setRemoving] = useState<User>()
  const { search, kind, edit } = url.values

  const handleRemove = async (member: User) => {
    await members.remove(member.id)
    toast.success(t('member.removed', { name: member.name }))
  }
  const add = (
    <Can any={[Permission.AddMember]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('member.add')}
      </Button>
    </Can>
  )
  const superManagers: SummaryChip = {
    key: SUPER,
    label: t('member.superManagers'),
    count: members.list.data?.filter((member) => member.superManager === 1).length ?? 0,
    isActive: kind === SUPER,
    onToggle: () => url.change({ kind: kind === SUPER ? '' : SUPER }),
  }
  return (
    <ListPage
      title={t('route.memberSetting')}
      chips={members.list.data ? [superManagers] : []}
      search={{ value: search, placeholder: t('member.search'), onChange: (text) => url.change({ search: text }) }}
      refresh={{ isRunning: members.list.isFetching, onRefresh: () => void members.list.refetch() }}
      action={add}
    >
      <MemberTable
        of={members.list}
        search={search}
        isSuperOnly={kind === SUPER}
        add={add}
        onClearFilters={() => url.change({ search: '', kind: '' })}
        onEdit={(member) => url.visit({ edit: String(member.id) })}
        onRemove={setRemoving}
      />
      <MemberForm
        member={members.list.data?.find((member) => String(member.id) === edit)}
        isNew={edit === 'new'}
        onAdd={members.add}
        onEdit={members.edit}
        onClose={() => url.change({ edit: '' })}
      />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('member.removeTitle', { name: removing?.name })}
        explanation={t('member.removeExplanation')}
        verb={t('member.remove')}
        nameToType={removing?.account || undefined}
        onConfirm={async () => removing && handleRemove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </ListPage>
  )
}

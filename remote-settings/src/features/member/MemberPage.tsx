import './member.css'
import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ListPage, type SummaryChip, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { type Key, lazy, Suspense, useState } from 'react'
import { type AccountAction, AccountQuestion } from './AccountQuestion.tsx'
import { BulkBar } from './BulkBar.tsx'
import { MemberForm } from './MemberForm.tsx'
import { filterMembers, MemberTable } from './MemberTable.tsx'
import { saveMembers } from './membersCsv.ts'
import { type Member, useMembers } from './useMembers.ts'

const InvitationDrawer = lazy(() => import('./InvitationDrawer.tsx'))
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))

const KINDS = ['super', 'disabled'] as const
type Kind = (typeof KINDS)[number]
const INVITE = 'invite'
const PASSWORD = 'password'

/** Members: everybody who has an account. */
export default function MemberPage() {
  const { t } = useTranslation('settings')
  const members = useMembers()
  const url = useUrlState({ search: '', kind: '', edit: '' })
  const [asking, setAsking] = useState<AccountAction>()
  const [chosen, setChosen] = useState<readonly Key[]>([])
  const { search, kind, edit } = url.values
  const every = members.list.data ?? []
  const rows = filterMembers(every, search, kind)
  const close = () => url.change({ edit: '' })

  const add = <AddMember onAdd={() => url.visit({ edit: 'new' })} onInvite={() => url.visit({ edit: INVITE })} />
  const chips = useChips(every, kind, (next) => url.change({ kind: next }))
  return (
    <ListPage
      title={t('route.memberSetting')}
      chips={members.list.data ? chips : []}
      search={{ value: search, placeholder: t('member.search'), onChange: (text) => url.change({ search: text }) }}
      filters={<ExportButton rows={rows} />}
      refresh={{ isRunning: members.list.isFetching, onRefresh: () => void members.list.refetch() }}
      action={add}
    >
      <BulkBar chosen={rows.filter((member) => chosen.includes(member.id))} members={members} onDone={setChosen} />
      <MemberTable
        of={members.list}
        rows={rows}
        isFiltered={search.trim() !== '' || kind !== ''}
        add={add}
        chosen={chosen}
        onChoose={setChosen}
        onClearFilters={() => url.change({ search: '', kind: '' })}
        onEdit={(member) => url.visit({ edit: String(member.id) })}
        onPassword={(member) => url.visit({ edit: `${PASSWORD}-${member.id}` })}
        onEnable={members.enable}
        onAccount={setAsking}
      />
      <AccountQuestion asking={asking} members={members} onClose={() => setAsking(undefined)} />
      <MemberForm
        member={every.find((member) => String(member.id) === edit)}
        isNew={edit === 'new'}
        onAdd={members.add}
        onEdit={members.edit}
        onClose={close}
      />
      <Dialogs edit={edit} every={every} onEdit={members.edit} onClose={close} />
    </ListPage>
  )
}

/** The numbers about the list that are filters too. */
function useChips(every: readonly Member[], kind: string, onKind: (kind: string) => void): SummaryChip[] {
  const { t } = useTranslation('settings')
  const counts: Record<Kind, number> = {
    super: every.filter((member) => member.superManager === 1 && !member.isDisabled).length,
    disabled: every.filter((member) => member.isDisabled).length,
  }
  return KINDS.filter((key) => counts[key] > 0 || kind === key).map((key) => ({
    key,
    label: t(`member.${key}Chip`, { count: counts[key] }),
    count: counts[key],
    isActive: kind === key,
    onToggle: () => onKind(kind === key ? '' : key),
  }))
}

function ExportButton({ rows }: { rows: readonly Member[] }) {
  const { t } = useTranslation('settings')
  return (
    <Button
      type="text"
      icon={<DownloadOutlined />}
      aria-label={t('member.export')}
      title={t('member.export')}
      disabled={rows.length === 0}
      onClick={() => saveMembers(rows)}
    />
  )
}

interface DialogProps {
  /** What the address opens: `invite`, or `password-` and whose. */
  edit: string
  every: readonly Member[]
  onEdit: ReturnType<typeof useMembers>['edit']
  onClose: () => void
}

/** What is loaded only when it is opened. */
function Dialogs({ edit, every, onEdit, onClose }: DialogProps) {
  const [action, id] = edit.split('-')
  return (
    <Suspense>
      {action === INVITE && <InvitationDrawer open onClose={onClose} />}
      {action === PASSWORD && (
        <PasswordDialog member={every.find((member) => String(member.id) === id)} onEdit={onEdit} onClose={onClose} />
      )}
    </Suspense>
  )
}

function AddMember({ onAdd, onInvite }: { onAdd: () => void; onInvite: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Can any={[Permission.AddMember]}>
      <Button onClick={onInvite}>{t('invitation.invite')}</Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
        {t('member.add')}
      </Button>
    </Can>
  )
}

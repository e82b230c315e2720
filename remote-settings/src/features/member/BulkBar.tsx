import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { isInReach } from './MemberActions.tsx'
import type { Member, useMembers } from './useMembers.ts'

const RoleDialog = lazy(() => import('./RoleDialog.tsx'))

type What = 'disable' | 'remove'

interface Props {
  chosen: readonly Member[]
  members: ReturnType<typeof useMembers>
  /** With those who stay chosen. */
  onDone: (left: number[]) => void
}

/**
 * What can be done about several members at once. Accounts end one after the other, because whoever has to go should not
 * stay for the sake of somebody else; roles change for all or for nobody.
 */
export function BulkBar({ chosen, members, onDone }: Props) {
  const { t } = useTranslation('settings')
  const user = useUser()
  const [what, setWhat] = useState<What>()
  const [isChangingRole, setChangingRole] = useState(false)
  const reachable = chosen.filter((member) => isInReach(member, user))
  const enabled = reachable.filter((member) => !member.isDisabled)
  const concerned = what === 'disable' ? enabled : reachable

  const handleConfirm = async () => {
    if (!what) return
    const refused: number[] = []
    for (const { id } of concerned) {
      // The transport tells why; the others go on.
      await members[what](id).catch(() => refused.push(id))
    }
    const done = concerned.length - refused.length
    if (done > 0) toast.success(t(`member.${what}Several`, { count: done }))
    onDone(refused)
  }
  if (chosen.length === 0) return null
  return (
    <div className="member-bulk" role="toolbar" aria-label={t('member.bulk')}>
      <span>{t('member.chosen', { count: chosen.length })}</span>
      {reachable.length < chosen.length && (
        <span className="wl-faint">{t('member.outOfReach', { count: chosen.length - reachable.length })}</span>
      )}
      <Can any={[Permission.AddNamespaceUser]}>
        <Button size="small" disabled={enabled.length === 0} onClick={() => setChangingRole(true)}>
          {t('member.changeRole')}
        </Button>
      </Can>
      <Can any={[Permission.EditMember]}>
        <Button size="small" disabled={enabled.length === 0} onClick={() => setWhat('disable')}>
          {t('member.disable')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteMember]}>
        <Button size="small" danger disabled={reachable.length === 0} onClick={() => setWhat('remove')}>
          {t('member.remove')}
        </Button>
      </Can>
      <Button size="small" type="text" onClick={() => onDone([])}>
        {t('member.chooseNone')}
      </Button>
      {isChangingRole && (
        <Suspense>
          <RoleDialog chosen={enabled} onDone={onDone} onClose={() => setChangingRole(false)} />
        </Suspense>
      )}
      <Question what={what} concerned={concerned} onConfirm={handleConfirm} onClose={() => setWhat(undefined)} />
    </div>
  )
}

interface QuestionProps {
  what: What | undefined
  concerned: readonly Member[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Names everybody it is about. */
function Question({ what, concerned, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('settings')
  return (
    <ConfirmDanger
      open={what !== undefined}
      title={t(`member.${what ?? 'disable'}SeveralTitle`, { count: concerned.length })}
      explanation={
        <>
          <p>{t(`member.${what ?? 'disable'}Explanation`)}</p>
          <ul className="member-named">
            {concerned.map(({ id, name, account }) => (
              <li key={id}>
                <bdi>{name}</bdi> <code>{account}</code>
              </li>
            ))}
          </ul>
        </>
      }
      verb={t(`member.${what ?? 'disable'}`)}
      nameToType={what === 'remove' ? String(concerned.length) : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

import { EllipsisOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { Button, Dropdown } from 'antd'
import type { AccountAction } from './AccountQuestion.tsx'
import type { Member } from './useMembers.ts'

/** There is always somebody left who can put things right. */
const FIRST_ADMINISTRATOR = 1

/** What can be done about one member. */
export interface RowActions {
  onEdit: (member: Member) => void
  onPassword: (member: Member) => void
  onEnable: (id: number) => Promise<unknown>
  onAccount: (action: AccountAction) => void
}

/** Whether somebody may do anything about a member at all; the server has the last word. */
export function isInReach(member: Member, user: { id: number; superManager: number }): boolean {
  const isOutOfReach = member.superManager === 1 && user.superManager === 0
  return member.id !== FIRST_ADMINISTRATOR && member.id !== user.id && !isOutOfReach
}

export function MemberActions({ member, onEdit, onPassword, onEnable, onAccount }: RowActions & { member: Member }) {
  const { t } = useTranslation('settings')
  const user = useUser()
  if (!isInReach(member, user)) return null
  const name = member.name
  const ask = (what: AccountAction['what']) => () => onAccount({ what, member })
  const handleEnable = () =>
    onEnable(member.id).then(
      () => toast.success(t('member.enabled', { name })),
      // Told by the transport.
      () => undefined,
    )
  const items = [
    { key: 'password', label: t('member.resetPassword'), onClick: () => onPassword(member) },
    { key: 'endSessions', label: t('member.endSessions'), onClick: ask('endSessions') },
    { key: 'resetFactor', label: t('member.resetFactor'), onClick: ask('resetFactor') },
    { key: 'disable', label: t('member.disable'), danger: true, onClick: ask('disable') },
  ]
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.EditMember]}>
        {member.isDisabled ? (
          <Button size="small" type="text" onClick={handleEnable}>
            {t('member.enable')}
          </Button>
        ) : (
          <>
            <Button size="small" type="text" onClick={() => onEdit(member)}>
              {t('edit')}
            </Button>
            <Dropdown trigger={['click']} menu={{ items }}>
              <Button
                size="small"
                type="text"
                icon={<EllipsisOutlined />}
                aria-label={t('member.more', { name: member.name })}
              />
            </Dropdown>
          </>
        )}
      </Can>
      <Can any={[Permission.DeleteMember]}>
        <Button className="wl-apart" size="small" type="text" danger onClick={ask('remove')}>
          {t('remove')}
        </Button>
      </Can>
    </span>
  )
}

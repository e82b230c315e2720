import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Role, RoleHolder } from '@windlass/shared-kit/contract/role'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { Link } from 'react-router-dom'
import { useRoleHolders } from './useRoleHolders.ts'

const WIDTH_PX = 480

interface Props {
  /** The role in question; absent while closed. */
  role: Role | undefined
  onClose: () => void
}

/** Who has a role, below the namespaces they have it in. */
export function HolderDrawer({ role, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const holders = useRoleHolders(role?.id)
  return (
    <Drawer
      title={t('role.holdersOf', { name: role?.name })}
      open={role !== undefined && isActive}
      destroyOnHidden={role === undefined}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      <LoadState of={holders}>
        <Holders list={holders.data?.list ?? []} elsewhere={holders.data?.elsewhere} />
      </LoadState>
    </Drawer>
  )
}

interface HoldersProps {
  list: readonly RoleHolder[]
  elsewhere: { people: number; namespaces: number } | undefined
}

function Holders({ list, elsewhere }: HoldersProps) {
  const { t } = useTranslation('settings')
  const isAlone = list.length === 0 && !elsewhere?.people
  if (isAlone) return <EmptyState title={t('role.noHolders')} explanation={t('role.noHoldersHint')} />
  const places = [...Map.groupBy(list, ({ namespaceId }) => namespaceId).values()]
  return (
    <div className="role-holders">
      {places.map((members) => (
        <Place key={members[0]?.namespaceId} members={members} />
      ))}
      {elsewhere !== undefined && elsewhere.people > 0 && (
        <p className="wl-faint">
          {t('role.elsewhere', { count: elsewhere.people })} {t('role.elsewhereHint')}
        </p>
      )}
    </div>
  )
}

function Place({ members }: { members: readonly RoleHolder[] }) {
  const { t } = useTranslation('settings')
  const { namespaceId, namespaceName } = members[0] ?? { namespaceId: 0, namespaceName: '' }
  return (
    <section>
      <h2>
        <Can any={[Permission.ShowNamespacePage]} fallback={namespaceName}>
          <Link to={`/setting/namespace?members=${namespaceId}`}>{namespaceName}</Link>
        </Can>{' '}
        <span className="wl-faint">{members.length}</span>
      </h2>
      <ul>
        {members.map(({ userId, userName, isDisabled }) => (
          <li key={userId}>
            {isDisabled ? (
              <>
                {userName} <span className="wl-faint">{t('role.disabledHolder')}</span>
              </>
            ) : (
              <Can any={[Permission.ShowMemberPage]} fallback={userName}>
                <Link to={`/setting/member?search=${encodeURIComponent(userName)}`}>{userName}</Link>
              </Can>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { UserOutlined } from '@ant-design/icons'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useSignOut } from './useSignOut.ts'

/** Served by the console's own server, so that it fits the version. */
const DOCUMENTATION = 'docs/'

/** Who is signed in: profile, documentation, sign out. */
export function UserMenu() {
  const { t } = useTranslation('host')
  const user = useUser()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const isMobile = useIsMobile()
  const bringBack = async () => {
    // With the first steps, which most visits do without.
    const { showFirstSteps } = await import('../first-steps/firstStepsState.ts')
    await showFirstSteps(true)
    navigate('/')
  }
  const items = [
    { key: 'profile', label: t('profile'), onClick: () => navigate('/user/profile') },
    ...(user.firstSteps === 'hidden'
      ? [{ key: 'first-steps', label: t('firstSteps'), onClick: () => void bringBack().catch(() => undefined) }]
      : []),
    {
      key: 'documentation',
      label: <a {...{ href: DOCUMENTATION, target: '_blank', rel: 'noreferrer' }}>{t('documentation')}</a>,
    },
    { type: 'divider' as const },
    { key: 'sign-out', label: t('signOut'), onClick: signOut },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button
        type="text"
        icon={<UserOutlined />}
        className="user-button"
        aria-label={`${t('account')}: ${isolated(user.name)}`}
      >
        {!isMobile && <b>{user.name}</b>}
      </Button>
    </Dropdown>
  )
}

import './profile.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useUser } from '@windlass/shared-kit/session'
import { ApiKeyPanel } from './ApiKeyPanel.tsx'
import { NamedKeyPanel } from './NamedKeyPanel.tsx'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PreferencePanel } from './PreferencePanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionPanel } from './SessionPanel.tsx'

/** What the user may change about the own account. */
export default function ProfilePage() {
  const { t } = useTranslation('settings')
  const { name, account } = useUser()
  return (
    <section className="profile">
      <header>
        <h1>{t('route.userProfile')}</h1>
        <p className="wl-faint">{t('profile.signedInAs', { name, account })}</p>
      </header>
      <PreferencePanel />
      <PasswordForm account={account} />
      <SecondFactorPanel />
      <PasskeyPanel />
      <SessionPanel />
      <NamedKeyPanel />
      <ApiKeyPanel />
    </section>
  )
}

import { PASSWORD_CONDITIONS } from '@windlass/shared-kit/contract/passwordRule'
import { useTranslation } from '@windlass/shared-kit/i18n'

interface Props {
  password: string
  /** The one it replaces; absent for a first one. */
  old?: string
}

/** What a new password must be, each part marked as soon as it is so. */
export function PasswordRule({ password, old }: Props) {
  const { t } = useTranslation('host')
  const trimmed = password.trim()
  const parts = [
    ...Object.entries(PASSWORD_CONDITIONS).map(([name, isMet]) => ({ name, isMet: isMet(trimmed) })),
    ...(old === undefined ? [] : [{ name: 'different', isMet: trimmed !== '' && password !== old }]),
  ]
  return (
    <ul className="sign-in-rule">
      {parts.map(({ name, isMet }) => (
        <li key={name} className={isMet ? 'is-met' : undefined}>
          <span aria-hidden="true">{isMet ? '✓' : '○'}</span> {t(`condition.${name}`)}
          <span className="wl-hidden"> {t(isMet ? 'condition.met' : 'condition.open')}</span>
        </li>
      ))}
    </ul>
  )
}

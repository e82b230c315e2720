import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'
import { PasswordRule } from './PasswordRule.tsx'
import type { RefusedChoice, SignInFields } from './useSignIn.ts'

interface Props {
  isBusy: boolean
  /** Passwords of a directory follow its own rules. */
  isDirectory: boolean
  needsNewPassword: boolean
  refusedChoice: RefusedChoice | undefined
  onSubmit: (fields: SignInFields) => Promise<void>
  children?: ReactNode
}

type Name = 'account' | 'newPassword' | 'password' | 'repeated'
const EMPTY: Record<Name, string> = { account: '', password: '', newPassword: '', repeated: '' }

/** Account and password; two more fields once the server asked for a new password. */
export function SignInForm({ isBusy, isDirectory, needsNewPassword, refusedChoice, onSubmit, children }: Props) {
  const { t } = useTranslation('host')
  const [values, setValues] = useState(EMPTY)
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())

  const problems: Partial<Record<Name, string>> = {}
  if (values.account.trim() === '') problems.account = t('rule.account')
  if (isDirectory ? values.password === '' : !isAcceptablePassword(values.password))
    problems.password = t('rule.password')
  if (needsNewPassword && !isAcceptablePassword(values.newPassword)) problems.newPassword = t('rule.password')
  else if (needsNewPassword && values.newPassword === values.password) problems.newPassword = t('rule.different')
  else if (needsNewPassword && values.newPassword === refusedChoice?.password)
    problems.newPassword = refusedChoice.reason
  if (needsNewPassword && (values.repeated === '' || values.repeated !== values.newPassword)) {
    problems.repeated = t('rule.repeated')
  }

  const touch = (...names: Name[]) => setTouched(new Set([...touched, ...names]))
  const field = (name: Name) => ({
    value: values[name],
    error: touched.has(name) ? problems[name] : undefined,
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    // An empty field that was only passed through is not a mistake yet.
    onBlur: () => values[name] !== '' && touch(name),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    touch('account', 'password', 'newPassword', 'repeated')
    if (Object.keys(problems).length > 0 || isBusy) return
    // The hook shows failures and never rejects.
    void onSubmit({
      account: values.account,
      password: values.password,
      newPassword: needsNewPassword ? values.newPassword : '',
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Field label={t('account')} autoComplete="username" isFirst {...field('account')} />
      <Field label={t('password')} isSecret autoComplete="current-password" {...field('password')} />
      {needsNewPassword && (
        <>
          <output className="sign-in-note">{t('newPasswordNeeded')}</output>
          <Field label={t('newPassword')} isSecret autoComplete="new-password" isFirst {...field('newPassword')} />
          <PasswordRule password={values.newPassword} old={values.password} />
          <Field label={t('repeatPassword')} isSecret autoComplete="new-password" {...field('repeated')} />
        </>
      )}
      {children}
      <button type="submit" className="button-primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? t('signingIn') : t('signIn')}
      </button>
    </form>
  )
}

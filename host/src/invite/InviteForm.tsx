import { isAcceptablePassword } from '@windlass/shared-kit/contract/passwordRule'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type FormEvent, useState } from 'react'
import { Field } from '../sign-in/Field.tsx'
import { PasswordRule } from '../sign-in/PasswordRule.tsx'
import type { OwnFields } from './useInvitation.ts'

interface Props {
  /** "" lets the person choose one. */
  fixedAccount: string
  isBusy: boolean
  /** Why the last try was refused; "" before it. */
  refusal: string
  onSubmit: (fields: OwnFields) => Promise<void>
}

type Name = 'account' | 'name' | 'password' | 'repeated'
const NAMES: readonly Name[] = ['account', 'name', 'password', 'repeated']

/** Account, name and a password of one's own. */
export function InviteForm({ fixedAccount, isBusy, refusal, onSubmit }: Props) {
  const { t } = useTranslation('host')
  const [values, setValues] = useState<Record<Name, string>>({
    ...{ account: fixedAccount, name: '', password: '', repeated: '' },
  })
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())

  const problems: Partial<Record<Name, string>> = {}
  if (values.account.trim() === '') problems.account = t('rule.account')
  else if (/\s/.test(values.account.trim())) problems.account = t('invite.rule.account')
  if (values.name.trim() === '') problems.name = t('invite.rule.name')
  if (!isAcceptablePassword(values.password)) problems.password = t('rule.password')
  if (values.repeated !== values.password) problems.repeated = t('invite.rule.repeated')

  const field = (name: Name) => ({
    value: values[name],
    error: touched.has(name) ? problems[name] : undefined,
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    onBlur: () => values[name] !== '' && setTouched(new Set([...touched, name])),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(new Set(NAMES))
    if (Object.keys(problems).length > 0 || isBusy) return
    const { account, name, password } = values
    // The hook shows failures and never rejects.
    void onSubmit({ account: account.trim(), name: name.trim(), password: password.trim() })
  }
  const isFixed = fixedAccount !== ''
  return (
    <form onSubmit={handleSubmit} noValidate>
      {isFixed ? (
        <div className="field">
          <span className="invite-label">{t('invite.account')}</span>
          <code className="invite-account">{fixedAccount}</code>
          {/* Tells a password manager whose password it is to keep. */}
          <input type="hidden" autoComplete="username" value={fixedAccount} readOnly />
        </div>
      ) : (
        <div>
          <Field label={t('invite.account')} autoComplete="username" isFirst {...field('account')} />
          <p className="invite-hint">{t('invite.accountNote')}</p>
        </div>
      )}
      <div>
        <Field label={t('invite.name')} autoComplete="name" isFirst={isFixed} {...field('name')} />
        <p className="invite-hint">{t('invite.nameNote')}</p>
      </div>
      <Field label={t('password')} isSecret autoComplete="new-password" {...field('password')} />
      <PasswordRule password={values.password} />
      <Field label={t('invite.repeat')} isSecret autoComplete="new-password" {...field('repeated')} />
      {refusal !== '' && (
        <p className="invite-refusal" role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" className="button-primary" disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? t('invite.accepting') : t('invite.accept')}
      </button>
    </form>
  )
}

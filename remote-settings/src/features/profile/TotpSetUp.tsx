import type { SecondFactor, TotpOffer } from '@windlass/shared-kit/contract/secondFactor'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton, FormDrawer, MonoText } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { PasswordField } from './PasswordField.tsx'
import type { useSecondFactor } from './useSecondFactor.ts'

interface Props {
  state: SecondFactor
  isOpen: boolean
  begin: ReturnType<typeof useSecondFactor>['begin']
  confirm: ReturnType<typeof useSecondFactor>['confirm']
  /** The app is set up; the codes are shown once, none when there are some already. */
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Sets an authenticator app up: who are you, scan this, which code does it show. */
export function TotpSetUp({ state, isOpen, begin, confirm, onDone, onClose }: Props) {
  const { t } = useTranslation('settings')
  const [offer, setOffer] = useState<TotpOffer>()
  /** The first form closes because the second one opens: that is not the end. */
  const goesOn = useRef(false)
  const close = () => {
    setOffer(undefined)
    onClose()
  }
  const required = (label: string) => [{ required: true, message: t('rule.required', { field: label }) }]
  return (
    <>
      <FormDrawer<{ password?: string; code?: string }>
        title={t(state.hasTotp ? 'factor.replaceApp' : 'factor.setUp')}
        open={isOpen && !offer}
        initialValues={{}}
        submitText={t('factor.next')}
        onSubmit={async ({ password = '', code = '' }) => {
          setOffer(await begin({ password, code }))
          goesOn.current = true
        }}
        onClose={() => {
          if (!goesOn.current) onClose()
          goesOn.current = false
        }}
      >
        <p>{t('factor.setUpNote')}</p>
        <PasswordField hasPassword={state.hasPassword} />
        {state.hasTotp && (
          <Form.Item name="code" label={t('factor.oldCode')} rules={required(t('factor.oldCode'))}>
            <Input autoComplete="one-time-code" />
          </Form.Item>
        )}
      </FormDrawer>
      <FormDrawer<{ code: string }>
        title={t('factor.scanTitle')}
        open={isOpen && offer !== undefined}
        initialValues={{}}
        submitText={t('factor.confirm')}
        onSubmit={async ({ code }) => {
          const { recoveryCodes } = await confirm(code.trim())
          setOffer(undefined)
          onDone(recoveryCodes)
        }}
        onClose={close}
      >
        <p>{t('factor.scanNote')}</p>
        <img className="profile-qr" src={offer?.picture} alt={t('factor.pictureAlt')} />
        <p className="wl-faint">{t('factor.typeSecret')}</p>
        <div className="profile-secret">
          <MonoText>{offer?.secret ?? ''}</MonoText>
          <CopyButton text={offer?.secret ?? ''} label={t('factor.copySecret')} />
        </div>
        <Form.Item name="code" label={t('factor.code')} rules={required(t('factor.code'))}>
          <Input autoComplete="one-time-code" inputMode="numeric" />
        </Form.Item>
      </FormDrawer>
    </>
  )
}

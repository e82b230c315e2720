import type { SecondFactor } from '@windlass/shared-kit/contract/secondFactor'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState, StateMark, TimeText, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { CodesDialog } from './CodesDialog.tsx'
import { PasswordField } from './PasswordField.tsx'
import { TotpSetUp } from './TotpSetUp.tsx'
import { useSecondFactor } from './useSecondFactor.ts'

type Step = 'codes' | 'remove' | 'set-up'

/** What is asked for after the password. */
export function SecondFactorPanel() {
  const { t } = useTranslation('settings')
  const factor = useSecondFactor()
  // In the address, so that a link can lead to the form.
  const url = useUrlState({ factor: '' })
  const step = url.values.factor
  const setStep = (wanted: Step) => url.visit({ factor: wanted })
  const [codes, setCodes] = useState<readonly string[]>([])
  const { data: state } = factor.state
  const hasPassword = state?.hasPassword ?? true
  const close = () => url.change({ factor: '' })

  const handleDone = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes)
    close()
    toast.success(t('factor.turnedOn'))
  }
  return (
    <section className="profile-panel" aria-labelledby="profile-factor">
      <h2 id="profile-factor">{t('factor.title')}</h2>
      <p className="wl-faint">{t('factor.explanation')}</p>
      <LoadState of={factor.state}>{state && <FactorLines state={state} onStep={setStep} />}</LoadState>
      {state && (
        <TotpSetUp
          state={state}
          isOpen={step === 'set-up'}
          begin={factor.begin}
          confirm={factor.confirm}
          onDone={handleDone}
          onClose={close}
        />
      )}
      <RemoveForm isOpen={step === 'remove'} hasPassword={hasPassword} remove={factor.remove} onClose={close} />
      <FormDrawer<{ password?: string }>
        title={t('factor.newCodes')}
        open={step === 'codes'}
        initialValues={{}}
        submitText={t('factor.newCodes')}
        onSubmit={async ({ password = '' }) => setCodes((await factor.replaceCodes(password)).recoveryCodes)}
        onClose={close}
      >
        <p>{t('factor.newCodesNote')}</p>
        <PasswordField hasPassword={hasPassword} />
      </FormDrawer>
      <CodesDialog codes={codes} onClose={() => setCodes([])} />
    </section>
  )
}

const FEW = 3

function FactorLines({ state, onStep }: { state: SecondFactor; onStep: (step: Step) => void }) {
  const { t } = useTranslation('settings')
  const { recoveryCodesLeft: left } = state
  return (
    <dl className="profile-lines">
      <div>
        <dt>{t('factor.app')}</dt>
        <dd>
          <StateMark state={state.hasTotp ? 'success' : 'disabled'}>
            {t(state.hasTotp ? 'factor.on' : 'factor.off')}
          </StateMark>
          {state.hasTotp && (
            <span className="wl-faint">
              {t('factor.since')} <TimeText value={state.totpTime} />
            </span>
          )}
          <span className="profile-actions">
            <Button type={state.hasTotp ? 'default' : 'primary'} onClick={() => onStep('set-up')}>
              {t(state.hasTotp ? 'factor.replaceApp' : 'factor.setUp')}
            </Button>
            {state.hasTotp && (
              <Button danger onClick={() => onStep('remove')}>
                {t('factor.removeApp')}
              </Button>
            )}
          </span>
        </dd>
      </div>
      {state.isOn && (
        <div>
          <dt>{t('factor.codes')}</dt>
          <dd>
            <StateMark state={left === 0 ? 'failed' : left <= FEW ? 'waiting' : 'success'}>
              {t('factor.codesLeft', { count: left })}
            </StateMark>
            <span className="profile-actions">
              <Button onClick={() => onStep('codes')}>{t('factor.newCodes')}</Button>
            </span>
          </dd>
        </div>
      )}
      {state.isRequired && <p className="wl-faint">{t('factor.required')}</p>}
    </dl>
  )
}

interface Removal {
  isOpen: boolean
  hasPassword: boolean
  remove: ReturnType<typeof useSecondFactor>['remove']
  onClose: () => void
}

function RemoveForm({ isOpen, hasPassword, remove, onClose }: Removal) {
  const { t } = useTranslation('settings')
  return (
    <FormDrawer<{ password?: string; code: string }>
      title={t('factor.removeApp')}
      open={isOpen}
      initialValues={{}}
      submitText={t('factor.removeApp')}
      onSubmit={async ({ password = '', code }) => {
        await remove({ password, code: code.trim() })
        toast.success(t('factor.removed'))
      }}
      onClose={onClose}
    >
      <p>{t('factor.removeNote')}</p>
      <PasswordField hasPassword={hasPassword} />
      <Form.Item
        name="code"
        label={t('factor.oldCode')}
        rules={[{ required: true, message: t('rule.required', { field: t('factor.oldCode') }) }]}
      >
        <Input autoComplete="one-time-code" />
      </Form.Item>
    </FormDrawer>
  )
}

import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, CopyButton, LoadState, MonoText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useApiKey } from './useProfile.ts'

const HIDDEN = '*'.repeat(16)

export function ApiKeyPanel() {
  const { t } = useTranslation('settings')
  const { key, generate } = useApiKey()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const handleGenerate = async () => {
    await generate()
    setShown(true)
    toast.success(t('profile.keyCreated'))
  }
  return (
    <section className="profile-panel" aria-labelledby="profile-key">
      <h2 id="profile-key">{t('profile.keyTitle')}</h2>
      <p className="wl-faint">
        {t('profile.keyExplanation')}{' '}
        <a href="openapi.json" target="_blank" rel="noreferrer">
          {t('profile.keyDocumentation')}
        </a>
      </p>
      <LoadState of={key}>
        {key.data === '' ? (
          <div className="profile-key">
            <span>{t('profile.noKey')}</span>
            {/* There is nothing yet that could stop working, so nothing is asked. */}
            <Button onClick={() => void handleGenerate().catch((error: unknown) => console.warn('no key', error))}>
              {t('profile.create')}
            </Button>
          </div>
        ) : (
          <div className="profile-key">
            <MonoText>{isShown ? (key.data ?? '') : HIDDEN}</MonoText>
            <Button onClick={() => setShown(!isShown)}>{t(isShown ? 'profile.hide' : 'profile.show')}</Button>
            <CopyButton isWide text={key.data ?? ''} label={t('profile.copyKey')} />
            <Button className="wl-apart" danger onClick={() => setAsking(true)}>
              {t('profile.regenerate')}
            </Button>
          </div>
        )}
      </LoadState>
      <ConfirmDanger
        open={isAsking}
        title={t('profile.regenerateTitle')}
        explanation={t('profile.regenerateExplanation')}
        verb={t('profile.regenerate')}
        onConfirm={handleGenerate}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, CopyButton } from '@windlass/shared-kit/ui'
import { Button, Input } from 'antd'
import { useState } from 'react'

interface Props {
  name: string
  /** "" when there is none. */
  secret: string
  onRenew: (action: 'generate' | 'remove') => Promise<unknown>
}

/** What a code host signs with: hidden until somebody wants to see it, never chosen by a person. */
export function WebhookSecretField({ name, secret, onRenew }: Props) {
  const { t } = useTranslation('deploy')
  const [asking, setAsking] = useState<'generate' | 'remove'>()
  const generate = async () => {
    await onRenew('generate')
    toast.success(t('deliveries.setup.generated'))
  }
  return (
    <section>
      <h2>{t('deliveries.setup.secret')}</h2>
      {secret === '' ? (
        <>
          <p className="wl-faint">{t('deliveries.setup.noSecret')}</p>
          <Button onClick={() => generate().catch((error: unknown) => console.warn('no secret was made', error))}>
            {t('deliveries.setup.generate')}
          </Button>
        </>
      ) : (
        <>
          <span className="dp-webhook-secret">
            <Input.Password readOnly aria-label={t('deliveries.setup.secret')} value={secret} autoComplete="off" />
            <CopyButton text={secret} label={t('deliveries.setup.copySecret')} />
          </span>
          <p className="dp-actions">
            <Button size="small" onClick={() => setAsking('generate')}>
              {t('deliveries.setup.renew')}
            </Button>
            <Button size="small" type="text" danger onClick={() => setAsking('remove')}>
              {t('deliveries.setup.remove')}
            </Button>
          </p>
        </>
      )}
      <ConfirmDanger
        open={asking !== undefined}
        title={t(`deliveries.setup.${asking === 'remove' ? 'remove' : 'renew'}Title`, { name })}
        explanation={t(`deliveries.setup.${asking === 'remove' ? 'remove' : 'renew'}Explanation`)}
        verb={t(asking === 'remove' ? 'deliveries.setup.remove' : 'deliveries.setup.renew')}
        onConfirm={() => onRenew(asking ?? 'generate')}
        onClose={() => setAsking(undefined)}
      />
    </section>
  )
}

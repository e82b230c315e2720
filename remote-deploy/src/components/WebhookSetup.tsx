import './webhook.css'
import { State } from '@windlass/shared-kit/contract/enums'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { LoadState, MonoText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Drawer, Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { HookedProject } from './hookedProject.ts'
import { projectPath } from './projectPages.ts'
import { useWebhook } from './useWebhook.ts'
import { WebhookGuide } from './WebhookGuide.tsx'
import { WebhookSecretField } from './WebhookSecretField.tsx'

const WIDTH_PX = 560

interface Props {
  project: HookedProject
  onClose: () => void
}

/** The switch, the address, the secret, and where to enter them. */
export default function WebhookSetup({ project, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const webhook = useWebhook(project.id)
  const data = webhook.settings.data
  // The server names its own address only when it was told one; otherwise it is where this page came from.
  const settings = data && { ...data, address: new URL(data.address, location.origin).href }
  return (
    <Drawer
      title={t('deliveries.setup.title', { name: project.name })}
      // The drawer of a page in the background must not lie over the one in front.
      open={isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      <div className="dp-webhook">
        <AutoDeploySwitch project={project} webhook={webhook} />
        <LoadState of={webhook.settings} permission={t('permission.SwitchProjectWebhook')}>
          {settings && (
            <>
              <section>
                <h2>{t('deliveries.setup.address')}</h2>
                <MonoText canCopy>{settings.address}</MonoText>
              </section>
              <WebhookSecretField name={project.name} secret={settings.secret} onRenew={webhook.renew} />
              <WebhookGuide project={project} settings={settings} />
            </>
          )}
        </LoadState>
        <p>
          <Link to={projectPath('deliveries', project.id)} onClick={onClose}>
            {t('deliveries.setup.toList')}
          </Link>
        </p>
      </div>
    </Drawer>
  )
}

interface SwitchProps {
  project: HookedProject
  webhook: ReturnType<typeof useWebhook>
}

function AutoDeploySwitch({ project, webhook }: SwitchProps) {
  const { t } = useTranslation('deploy')
  const [isOn, setOn] = useState(project.autoDeploy === State.Enabled)
  const handleChange = async (next: boolean) => {
    await webhook.turn(next)
    setOn(next)
    toast.success(t(next ? 'deliveries.setup.turnedOn' : 'deliveries.setup.turnedOff', { branch: project.branch }))
  }
  return (
    <section>
      <label className="dp-webhook-switch">
        <Switch
          checked={isOn}
          loading={webhook.isTurning}
          onChange={(next) => {
            // The transport tells why it did not work; the switch stays where it was.
            handleChange(next).catch((error: unknown) => console.warn('auto deploy was not changed', error))
          }}
        />
        <b>{t('deliveries.setup.switch', { branch: project.branch })}</b>
      </label>
      <p className="wl-faint">{t('deliveries.setup.switchHint')}</p>
      {isOn && webhook.settings.data?.secret === '' && (
        <Alert type="warning" showIcon title={t('deliveries.setup.openToAll')} />
      )}
    </section>
  )
}

import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, StateMark } from '@windlass/shared-kit/ui'
import { Switch } from 'antd'
import { useState } from 'react'
import type { useServers } from './useServers.ts'

interface Props {
  server: ServerRow
  onToggle: ReturnType<typeof useServers>['toggle']
}

/** Whether a server takes deploys. Switching off asks first, because its bindings go for good. */
export function ServerStateSwitch({ server, onToggle }: Props) {
  const { t } = useTranslation('server')
  const [isAsking, setAsking] = useState(false)
  const isEnabled = server.state === State.Enabled

  const enable = async () => {
    await onToggle({ id: server.id, state: State.Enabled })
    toast.info(t('state.enabledToast', { name: server.name }))
  }
  const disable = async () => {
    await onToggle({ id: server.id, state: State.Disabled })
    toast.success(t('state.disabledToast', { name: server.name }))
  }
  const handleChange = (isOn: boolean) => {
    if (isOn) enable().catch((error: unknown) => console.warn('the server stays disabled', error))
    else setAsking(true)
  }
  return (
    <span className="server-state">
      <Can any={[Permission.SwitchServerState]}>
        <Switch
          size="small"
          checked={isEnabled}
          aria-label={t('state.label', { name: server.name })}
          onChange={handleChange}
        />
      </Can>
      <StateMark state={isEnabled ? 'success' : 'disabled'}>
        {t(isEnabled ? 'state.enabled' : 'state.disabled')}
      </StateMark>
      {isAsking && (
        <ConfirmDanger
          open
          title={t('state.disableTitle', { name: server.name })}
          explanation={
            <>
              <p>{t('state.disableBindings', { count: server.bindCount })}</p>
              {server.namespaceId === 0 && <p>{t('state.disableShared')}</p>}
              <p>{t('state.disableExplanation')}</p>
            </>
          }
          verb={t('state.disable')}
          onConfirm={disable}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

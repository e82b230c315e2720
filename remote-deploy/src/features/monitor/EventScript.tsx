import { ScriptPlace } from '@windlass/shared-kit/contract/monitor'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Select } from 'antd'
import { isOnServers, type MonitorFields } from './monitorFields.ts'
import { ScriptField } from './ScriptField.tsx'
import { useServerChoices } from './useMonitors.ts'

const SEARCH = { optionFilterProp: 'label' as const }

/** What runs when a check passed, or failed, and where. */
export function EventScript({ event, isShown }: { event: 'fail' | 'success'; isShown: boolean }) {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<MonitorFields>()
  const servers = useServerChoices()
  const type = Form.useWatch<MonitorFields['type'] | undefined>('type', form) ?? 1
  const serverId = Form.useWatch<number | undefined>(`${event}ServerId`, form) ?? 0
  const here = { value: ScriptPlace.Follow, label: t(isOnServers(type) ? 'monitor.ownServer' : 'monitor.consoleHost') }
  const isOnConsole = serverId === ScriptPlace.Host || (serverId === ScriptPlace.Follow && !isOnServers(type))
  const host = serverId === ScriptPlace.Host ? [{ value: ScriptPlace.Host, label: t('monitor.consoleHost') }] : []
  return (
    <>
      <p className="wl-faint">{t(`monitor.scriptHelp.${event}`)}</p>
      <Form.Item
        name={`${event}ServerId`}
        label={t('monitor.scriptServer')}
        extra={isOnConsole ? t('monitor.hostHint') : undefined}
      >
        <Select
          showSearch={SEARCH}
          loading={servers.isFetching}
          options={[
            here,
            ...host,
            ...(servers.data ?? []).map(({ id, name, ip }) => ({ value: id, label: `${isolated(name)} (${ip})` })),
          ]}
        />
      </Form.Item>
      <Form.Item name={`${event}Script`} noStyle>
        <ScriptField label={t(`monitor.tab.${event}`)} isShown={isShown} />
      </Form.Item>
    </>
  )
}

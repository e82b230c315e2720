import './run.css'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { useServerOptions } from '../useServerOptions.ts'

const LINES_SHOWN = 6
const NAMES_SHOWN = 12

interface Props {
  open: boolean
  /** Of what is run, when it has a name. */
  name?: string
  script: string
  serverIds: readonly number[]
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** The question before something is run: what, and on which servers. */
export function ConfirmRun({ open, name = '', script, serverIds, onConfirm, onClose }: Props) {
  const { t } = useTranslation('server')
  const servers = useServerOptions()
  const names = serverIds.map((id) => servers.data?.find((server) => server.id === id)?.name ?? String(id))
  const lines = script.trim().split('\n')
  const more = names.length - NAMES_SHOWN
  const count = serverIds.length
  return (
    <ConfirmDanger
      open={open}
      title={name === '' ? t('run.confirm', { count }) : t('run.confirmNamed', { count, name })}
      explanation={
        <>
          <span className="run-confirm-names">
            {names.slice(0, NAMES_SHOWN).map(isolated).join(', ')}
            {more > 0 && ` ${t('run.andMore', { count: more })}`}
          </span>
          <code className="wl-mono run-confirm-script">
            {lines.slice(0, LINES_SHOWN).join('\n')}
            {lines.length > LINES_SHOWN && `\n… ${t('run.moreLines', { count: lines.length - LINES_SHOWN })}`}
          </code>
        </>
      }
      verb={t('run.onServers', { count })}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

import { ReloadOutlined } from '@ant-design/icons'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { DiagnosisView } from './DiagnosisView.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import type { DiagnosisRun } from './useDiagnosis.ts'

interface Props {
  /** Absent while the drawer is closed. */
  server: ServerRow | undefined
  run: DiagnosisRun | undefined
  onCheck: () => void
  onClose: () => void
}

/** How the connection to a stored server goes, step by step. */
export function CheckDrawer({ server, run, onCheck, onClose }: Props) {
  const { t } = useTranslation('server')
  const isRunning = run !== undefined && !run.result && !run.error
  return (
    <SideDrawer
      title={t('check.title', { name: server?.name })}
      closeText={t('check.close')}
      open={server !== undefined}
      onClose={onClose}
    >
      {server && !run && <StartOnce key={server.id} onStart={onCheck} />}
      <div className="server-test">
        <Button icon={<ReloadOutlined />} loading={isRunning} onClick={onCheck}>
          {t(run ? 'check.again' : 'check.run')}
        </Button>
        <span className="wl-faint">{t('check.hint')}</span>
      </div>
      {run && <DiagnosisView run={run} onAgain={onCheck} />}
    </SideDrawer>
  )
}

/** Whoever opens it wants to know now. */
function StartOnce({ onStart }: { onStart: () => void }) {
  const start = useEffectEvent(onStart)
  useEffect(() => start(), [])
  return null
}

import { unwrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { useState } from 'react'
import { RunPanel } from '../../components/run/RunPanel.tsx'
import type { EntryRow } from './crontabEdit.ts'
import { startLine, type Whose } from './useCrontab.ts'

const WIDTH_PX = 900

interface Props {
  whose: Whose
  serverName: string
  raw: string
  row: EntryRow | undefined
  onClose: () => void
}

/** Runs a line now: the question what and as whom, and then what it says. */
export function LineRun({ whose, serverName, raw, row, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [runId, setRunId] = useState(0)
  const command = unwrapCommand(row?.entry.command ?? '')
  return (
    <>
      <ConfirmDanger
        open={row !== undefined}
        title={t('crontab.runTitle', { server: serverName })}
        explanation={
          <>
            {t('crontab.runExplanation')}
            {command.log !== '' && ` ${t('crontab.runLog')}`}
            <code className="wl-mono crontab-command">{command.command}</code>
          </>
        }
        verb={t('crontab.run')}
        onConfirm={async () => row && setRunId((await startLine(whose, raw, row.index + 1)).id)}
        onClose={onClose}
      />
      <Drawer
        title={t('crontab.runOf', { server: serverName })}
        open={runId > 0 && isActive}
        destroyOnHidden={runId === 0}
        size={isMobile ? '100%' : WIDTH_PX}
        closable={{ 'aria-label': t('crontab.close') }}
        onClose={() => setRunId(0)}
      >
        {runId > 0 && <RunPanel id={runId} onClose={() => setRunId(0)} />}
      </Drawer>
    </>
  )
}

import './script.css'
import { HistoryOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ListPage } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { ConfirmRun } from '../../components/run/ConfirmRun.tsx'
import { RunHistory } from '../../components/run/RunHistory.tsx'
import { RunLimits } from '../../components/run/RunLimits.tsx'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { ScriptArea } from './ScriptArea.tsx'
import { ScriptRunPanel } from './ScriptRunPanel.tsx'
import { useScriptDesk } from './useScriptDesk.ts'

/** Runs a script on servers and shows what they say. */
export default function ScriptPage() {
  const { t } = useTranslation('server')
  const desk = useScriptDesk()
  const { url, serverIds, limits } = desk
  const runId = Number(url.values.run)
  const run = (
    <Button
      type="primary"
      loading={desk.scripts.isStarting}
      disabled={desk.script.trim() === '' || serverIds.length === 0}
      title={t('script.runKeys')}
      onClick={desk.ask}
    >
      {serverIds.length === 0 ? t('script.run') : t('run.onServers', { count: serverIds.length })}
    </Button>
  )
  return (
    <ListPage
      title={t('route.serverScript')}
      filters={
        <>
          <ServerPicker
            mode="multiple"
            className="script-servers"
            value={serverIds}
            onChange={(ids) => url.change({ servers: ids.join(',') })}
          />
          <RunLimits value={limits} onChange={desk.setLimits} />
          <Button icon={<HistoryOutlined />} onClick={() => url.visit({ view: 'history' })}>
            {t('run.history')}
          </Button>
        </>
      }
      action={run}
    >
      <ScriptArea desk={desk} isAlone={runId <= 0} />
      {runId > 0 && <ScriptRunPanel key={runId} id={runId} desk={desk} />}
      <ConfirmRun
        open={desk.asked !== undefined}
        name={desk.template?.name ?? ''}
        script={desk.script}
        serverIds={desk.asked ?? []}
        onConfirm={desk.run}
        onClose={() => desk.setAsked(undefined)}
      />
      <RunHistory
        open={url.values.view === 'history'}
        kind="script"
        onOpen={(id) => url.change({ run: String(id), view: '' })}
        onClose={() => url.change({ view: '' })}
      />
    </ListPage>
  )
}

import { hasEnded, type ScriptRun } from '@windlass/shared-kit/contract/serverScript'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { RunPanel } from '../../components/run/RunPanel.tsx'
import type { ScriptDesk } from './useScriptDesk.ts'

/** A run of a script, which can be put on the desk again: on all its servers, or on those where it did not succeed. */
export function ScriptRunPanel({ id, desk }: { id: number; desk: ScriptDesk }) {
  const { t } = useTranslation('server')
  const actions = (run: ScriptRun) => {
    const bad = run.servers
      .filter(({ state }) => hasEnded(state) && state !== 'success')
      .map(({ serverId }) => serverId)
    return (
      <>
        {run.endTime !== '' && bad.length > 0 && (
          <Button size="small" onClick={() => desk.takeRun(run, bad)}>
            {t('script.againFailed', { count: bad.length })}
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            desk.takeRun(
              run,
              run.servers.map(({ serverId }) => serverId),
            )
          }
        >
          {t('script.again')}
        </Button>
      </>
    )
  }
  return <RunPanel id={id} actions={actions} onClose={() => desk.url.change({ run: '' })} />
}

import type { CommandItem, CommandSet } from '@windlass/shared-kit/contract/serverProcess'
import { hasEnded, type ScriptRun } from '@windlass/shared-kit/contract/serverScript'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { ConfirmRun } from '../../components/run/ConfirmRun.tsx'
import { type Limits, RunLimits, USUAL_LIMITS } from '../../components/run/RunLimits.tsx'
import { RunPanel } from '../../components/run/RunPanel.tsx'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { readItems } from './commandItems.ts'
import type { useCommandSets } from './useCommandSets.ts'

const WIDTH_PX = 900

interface Props {
  set: CommandSet | undefined
  runId: number
  onStart: ReturnType<typeof useCommandSets>['start']
  onRun: (runId: number) => void
  onClose: () => void
}

/** Where a command of a set is run: the servers, one button for each command, and what came of it. */
export function RunDrawer({ set, runId, onStart, onRun, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={set && t('process.runTitle', { name: set.name })}
      open={set !== undefined && isActive}
      destroyOnHidden={set === undefined}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('run.close') }}
      onClose={onClose}
    >
      {/* Another set begins without the servers of the one before. */}
      {set && <Runner key={set.id} set={set} runId={runId} onStart={onStart} onRun={onRun} />}
    </Drawer>
  )
}

interface Asked {
  item: CommandItem
  serverIds: readonly number[]
}

function Runner({ set, runId, onStart, onRun }: Omit<Props, 'onClose' | 'set'> & { set: CommandSet }) {
  const { t } = useTranslation('server')
  const [serverIds, setServerIds] = useState<number[]>([])
  const [limits, setLimits] = useState<Limits>(USUAL_LIMITS)
  const [asked, setAsked] = useState<Asked>()
  const [starting, setStarting] = useState('')
  const items = readItems(set.items)
  const start = async ({ item, serverIds: ids }: Asked) => {
    setStarting(item.name)
    try {
      onRun((await onStart({ id: set.id, name: item.name, serverIds: [...ids], ...limits })).id)
    } finally {
      setStarting('')
    }
  }
  const again = (run: ScriptRun) => {
    const item = items.find(({ name }) => run.title === `${set.name}: ${name}`)
    const bad = run.servers.filter(({ state }) => hasEnded(state) && state !== 'success')
    if (!item || bad.length === 0 || run.endTime === '') return null
    return (
      <Button size="small" onClick={() => setAsked({ item, serverIds: bad.map(({ serverId }) => serverId) })}>
        {t('script.againFailed', { count: bad.length })}
      </Button>
    )
  }
  if (items.length === 0)
    return <EmptyState title={t('process.noCommandsTitle')} explanation={t('process.noCommandsExplanation')} />
  return (
    <div className="process-runner">
      <ServerPicker mode="multiple" value={serverIds} onChange={setServerIds} />
      <RunLimits value={limits} onChange={setLimits} />
      {serverIds.length === 0 && <p className="wl-faint process-hint">{t('script.chooseServers')}</p>}
      <fieldset className="process-buttons" aria-label={t('process.commands')}>
        {items.map((item) => (
          <Button
            key={item.name}
            disabled={serverIds.length === 0}
            loading={starting === item.name}
            title={serverIds.length === 0 ? t('script.chooseServers') : item.command}
            onClick={() => setAsked({ item, serverIds })}
          >
            {item.name}
          </Button>
        ))}
      </fieldset>
      {runId > 0 && <RunPanel key={runId} id={runId} actions={again} onClose={() => onRun(0)} />}
      <ConfirmRun
        open={asked !== undefined}
        name={asked?.item.name ?? ''}
        script={asked?.item.command ?? ''}
        serverIds={asked?.serverIds ?? []}
        onConfirm={async () => asked && start(asked)}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

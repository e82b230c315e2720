import { NginxConfigEdit, NginxManage, NginxPath } from '@windlass/shared-kit/contract/nginx'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { type MarkState, StateMark, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Checkbox, Drawer } from 'antd'
import { useState } from 'react'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { useServerOptions } from '../../components/useServerOptions.ts'
import type { OpenFile } from './openFile.ts'
import type { Place } from './useNginx.ts'

interface Props {
  place: Place
  file: OpenFile
  content: string
  onClose: () => void
}

interface Outcome {
  state: MarkState
  text: string
}

/** Brings the file to servers, one after the other. */
function useApply({ file, content }: Pick<Props, 'file' | 'content'>) {
  const { t } = useTranslation('server')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const tell = (id: number, outcome: Outcome) => setOutcomes((last) => new Map(last).set(id, outcome))

  const applyTo = async (serverId: number, isReloading: boolean): Promise<boolean> => {
    tell(serverId, { state: 'running', text: t('nginx.applying') })
    try {
      const found = await call(NginxPath, { serverId }, { quiet: true })
      const path = found.path || found.running[0]?.path || found.installed[0]
      if (path === undefined) throw new Error(found.problem || t('nginx.notFoundTitle'))
      await call(NginxConfigEdit, { serverId, path, dir: file.dir, filename: file.name, content }, { quiet: true })
      if (isReloading) await call(NginxManage, { serverId, path, command: 'reload' }, { quiet: true })
      tell(serverId, { state: 'success', text: t(isReloading ? 'nginx.appliedLoaded' : 'nginx.applied') })
      return true
    } catch (error) {
      tell(serverId, { state: 'failed', text: error instanceof Error ? error.message : String(error) })
      return false
    }
  }
  const run = async (
    ids: readonly number[],
    { isReloading, isStopping }: { isReloading: boolean; isStopping: boolean },
  ) => {
    setRunning(true)
    setOutcomes(new Map(ids.map((id) => [id, { state: 'waiting', text: t('nginx.waiting') }] as const)))
    for (const [index, id] of ids.entries()) {
      if ((await applyTo(id, isReloading)) || !isStopping) continue
      for (const left of ids.slice(index + 1)) tell(left, { state: 'disabled', text: t('nginx.leftOut') })
      break
    }
    setRunning(false)
  }
  return { outcomes, isRunning, run }
}

/** The file that works here, for further servers: each tests it by itself and keeps its own when its nginx refuses. */
export function NginxApply({ place, file, content, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const canReload = useCan([Permission.ManageServerNginx])
  const names = useServerOptions()
  const [ids, setIds] = useState<readonly number[]>([])
  const [isReloading, setReloading] = useState(false)
  const [isStopping, setStopping] = useState(true)
  const { outcomes, isRunning, run } = useApply({ file, content })
  return (
    <Drawer
      title={t('nginx.applyTitle', { name: `${file.dir}/${file.name}` })}
      open={isActive}
      size={isMobile ? '100%' : 560}
      closable={{ 'aria-label': t('nginx.close') }}
      mask={{ closable: !isRunning }}
      onClose={onClose}
    >
      <div className="text-page nginx-apply">
        <p>{t('nginx.applyExplanation')}</p>
        <ServerPicker mode="multiple" value={ids} except={[place.serverId]} disabled={isRunning} onChange={setIds} />
        <Checkbox checked={isStopping} disabled={isRunning} onChange={({ target }) => setStopping(target.checked)}>
          {t('nginx.stopAtFailure')}
        </Checkbox>
        {canReload && (
          <Checkbox checked={isReloading} disabled={isRunning} onChange={({ target }) => setReloading(target.checked)}>
            {t('nginx.reloadThere')}
          </Checkbox>
        )}
        <Button
          type="primary"
          loading={isRunning}
          disabled={ids.length === 0}
          onClick={() => void run(ids, { isReloading, isStopping })}
        >
          {t('nginx.applyTo', { count: ids.length })}
        </Button>
        <ul aria-label={t('nginx.outcomes')}>
          {[...outcomes].map(([id, { state, text }]) => (
            <li key={id}>
              <StateMark state={state}>{names.data?.find((server) => server.id === id)?.name ?? id}</StateMark>
              <pre className="nginx-output">{text}</pre>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  )
}

import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { lazy, Suspense, useRef } from 'react'
import { useServerOptions } from '../../components/useServerOptions.ts'
import { taskName } from './cronFilter.ts'
import type { Crons } from './useCrons.ts'
import type { CronUrl } from './useCronUrl.ts'

const CronForm = lazy(() => import('./CronForm.tsx'))
const CopyDrawer = lazy(() => import('./CopyDrawer.tsx'))
const LogDrawer = lazy(() => import('./LogDrawer.tsx'))

interface Props {
  serverId: number
  crons: Crons
  url: CronUrl
}

/** What is open beside the list. */
export function CronDialogs({ serverId, crons, url }: Props) {
  const { task, id, result } = url.values
  const cron = crons.list.data?.list.find((each) => String(each.id) === id)
  const close = () => url.change({ task: '', id: '', result: '' })
  const isAdding = task === 'add' && crons.list.data !== undefined
  return (
    <>
      <Suspense>
        {(isAdding || (task === 'edit' && cron)) && (
          <CronForm key={id} serverId={serverId} cron={isAdding ? undefined : cron} crons={crons} onClose={close} />
        )}
        {task === 'copy' && cron && <CopyDrawer cron={cron} crons={crons} onClose={close} />}
        {task === 'log' && cron && (
          <LogDrawer
            key={id}
            cron={cron}
            result={result === 'failed' || result === 'success' ? result : ''}
            onResult={(next) => url.change({ result: next })}
            onRun={() => url.change({ task: 'run' })}
            onClose={close}
          />
        )}
      </Suspense>
      <Questions crons={crons} serverId={serverId} url={url} />
    </>
  )
}

function Questions({ serverId, crons, url }: Props) {
  const { t } = useTranslation('server')
  const servers = useServerOptions()
  const { task, id } = url.values
  const isStarted = useRef(false)
  const cron = crons.list.data?.list.find((each) => String(each.id) === id)
  const close = () => url.change({ task: '', id: '' })
  const server = servers.data?.find((each) => each.id === serverId)?.name ?? String(serverId)
  const name = cron ? taskName(cron) : ''
  const command = <code className="wl-mono cron-command">{cron?.command}</code>
  const handleRun = async () => {
    if (!cron) return
    await crons.start(cron.id)
    isStarted.current = true
  }
  const handleRunClose = () => {
    // What it says is watched where all runs are.
    if (isStarted.current) url.change({ task: 'log', result: '' })
    else close()
    isStarted.current = false
  }
  const handleRemove = async () => {
    if (!cron) return
    await crons.remove(cron.id)
    toast.success(t('cron.removed', { name }))
  }
  return (
    <>
      <ConfirmDanger
        open={task === 'run' && cron !== undefined}
        title={t('cron.runTitle', { name, server })}
        explanation={
          <>
            {command}
            <p>{t('cron.runExplanation')}</p>
          </>
        }
        verb={t('cron.run')}
        onConfirm={handleRun}
        onClose={handleRunClose}
      />
      <ConfirmDanger
        open={task === 'remove' && cron !== undefined}
        title={t('cron.removeTitle', { name, server })}
        explanation={
          <>
            {command}
            <p>{t('cron.removeExplanation')}</p>
          </>
        }
        verb={t('cron.removeVerb')}
        onConfirm={handleRemove}
        onClose={close}
      />
    </>
  )
}

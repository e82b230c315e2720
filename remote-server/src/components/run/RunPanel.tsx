import './run.css'
import { hasEnded, type RunServer, type ScriptRun } from '@windlass/shared-kit/contract/serverScript'
import { formatElapsed, useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { OutputView } from './OutputView.tsx'
import { type OutputPart, outputPart } from './outputLines.ts'
import { RunCounts, RunMark } from './RunMark.tsx'
import { useRun, useRunOutput } from './useRun.ts'

interface Props {
  id: number
  /** What else can be done with it, right of what can always be done. */
  actions?: (run: ScriptRun) => ReactNode
  onClose: () => void
}

/** A run: how it stands on each server and what it says there, while it goes on and afterwards. */
export function RunPanel({ id, actions, onClose }: Props) {
  const { t } = useTranslation('server')
  const { run, kill, isKilling } = useRun(id)
  const [chosen, setChosen] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const servers = run.data?.servers ?? []
  const shown = servers.find(({ serverId }) => serverId === chosen) ?? firstToShow(servers)
  return (
    <section className="run-panel" aria-label={t('run.title')}>
      <LoadState of={run}>
        {run.data && (
          <>
            <Head run={run.data} isKilling={isKilling} onKill={() => setAsking(true)}>
              {actions?.(run.data)}
              <Button size="small" type="text" onClick={onClose}>
                {t('run.close')}
              </Button>
            </Head>
            <Values run={run.data} />
            <div className="run-body">
              <Servers servers={servers} shown={shown?.serverId} onChoose={setChosen} />
              {shown && (
                <ServerOutput key={shown.serverId} id={id} server={shown} onKill={() => kill(shown.serverId)} />
              )}
            </div>
          </>
        )}
      </LoadState>
      <ConfirmDanger
        open={isAsking}
        title={t('run.killTitle')}
        explanation={t('run.killExplanation')}
        verb={t('run.kill')}
        onConfirm={() => kill(undefined)}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

interface HeadProps {
  run: ScriptRun
  isKilling: boolean
  onKill: () => void
  children: ReactNode
}

function Head({ run, isKilling, onKill, children }: HeadProps) {
  const { t } = useTranslation('server')
  return (
    <header className="run-head">
      <h2>{run.title || t('run.title')}</h2>
      <RunCounts states={run.states} />
      <span className="wl-faint">
        {t('run.by', { name: run.userName })} · <TimeText value={run.startTime} />
        {run.endTime !== '' && ` · ${formatElapsed(run.startTime, run.endTime)}`}
      </span>
      <span className="run-actions">
        {run.endTime === '' && (
          <Button danger size="small" loading={isKilling} onClick={onKill}>
            {t('run.kill')}
          </Button>
        )}
        {children}
      </span>
    </header>
  )
}

interface ServersProps {
  servers: readonly RunServer[]
  shown: number | undefined
  onChoose: (serverId: number) => void
}

function Servers({ servers, shown, onChoose }: ServersProps) {
  const { t } = useTranslation('server')
  return (
    <ul className="run-servers" aria-label={t('run.servers')}>
      {servers.map((server) => (
        <li key={server.serverId}>
          <button
            type="button"
            className="run-server"
            aria-pressed={server.serverId === shown}
            onClick={() => onChoose(server.serverId)}
          >
            <b>{server.serverName}</b>
            <RunMark server={server} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Where something went wrong is looked at first, otherwise where it began. */
const firstToShow = (servers: readonly RunServer[]) =>
  servers.find(({ state }) => hasEnded(state) && state !== 'success') ??
  servers.find(({ state }) => state === 'running') ??
  servers[0]

function Values({ run }: { run: ScriptRun }) {
  if (run.values.length === 0) return null
  return (
    <dl className="run-values">
      {run.values.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wl-mono">{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ServerOutput({ id, server, onKill }: { id: number; server: RunServer; onKill: () => Promise<unknown> }) {
  const { t } = useTranslation('server')
  const { serverId, serverName, state, reason } = server
  const { stdout, stderr, query } = useRunOutput(id, serverId, state)
  const found = [outputPart(t('run.stdout'), 'out', stdout), outputPart(t('run.stderr'), 'err', stderr)]
  const parts = found.filter((part): part is OutputPart => part !== undefined)
  const isLoading = query.isLoading
  const empty = state === 'waiting' ? 'run.waits' : state === 'running' || isLoading ? 'run.silent' : 'run.nothing'
  return (
    <div className="run-result">
      {state === 'running' && (
        <p className="run-note">
          {t('run.since', { name: serverName })} <TimeText value={server.startTime} />
          <Button size="small" type="link" danger onClick={() => void onKill()}>
            {t('run.killHere', { name: serverName })}
          </Button>
        </p>
      )}
      {reason !== '' && (
        <p
          className={state === 'success' ? 'run-note' : 'run-note run-reason'}
          role={state === 'success' ? undefined : 'alert'}
        >
          {reason}
        </p>
      )}
      {!(state === 'unreachable' && parts.length === 0) && (
        <OutputView
          label={t('run.outputOf', { name: serverName })}
          parts={parts}
          isLive={!hasEnded(state)}
          fileName={`run-${id}-${serverName}.log`}
          empty={t(empty)}
        />
      )}
    </div>
  )
}

import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProcessCommand, ProjectProcess } from '@windlass/shared-kit/contract/projectProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, EmptyState, type Loadable, LoadState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { ServerRow } from './ServerRow.tsx'
import { useRuns } from './useRuns.ts'

interface Server {
  id: number
  name: string
  ip: string
}

interface Props {
  project: Project
  process: ProjectProcess
  servers: Loadable & { data: readonly Server[] | undefined }
}

/** A process on every server of the project, and what was answered there last. */
export function ProcessServers({ project, process, servers }: Props) {
  const { t } = useTranslation('deploy')
  const runs = useRuns()
  const [asked, setAsked] = useState<{ server: Server; command: ProcessCommand }>()
  const list = servers.data ?? []
  const isAsking = list.some(({ id }) => runs.of(process.id, id)?.isRunning)
  const handleRun = (server: Server, command: ProcessCommand) => {
    if (command === 'status') void runs.start(process.id, server.id, command)
    else setAsked({ server, command })
  }
  const texts = { name: process.name, server: asked?.server.name }
  return (
    <LoadState of={servers}>
      {list.length === 0 ? (
        <EmptyState title={t('process.noServersTitle')} explanation={t('process.noServersExplanation')} />
      ) : (
        <>
          <div className="dp-process-all">
            <Button
              disabled={process.status === '' || isAsking}
              title={process.status === '' ? t('process.notDefined') : process.status}
              onClick={() => {
                for (const { id } of list) void runs.start(process.id, id, 'status')
              }}
            >
              {t('process.statusOfAll')}
            </Button>
          </div>
          <ul className="dp-process-servers" aria-label={t('process.servers')}>
            {list.map((server) => (
              <ServerRow
                // Another process has other results.
                key={`${process.id} ${server.id}`}
                {...{ server, process }}
                run={runs.of(process.id, server.id)}
                onRun={(command) => handleRun(server, command)}
              />
            ))}
          </ul>
        </>
      )}
      <ConfirmDanger
        open={asked !== undefined}
        title={t(`process.confirm.${asked?.command ?? 'start'}`, texts)}
        explanation={
          <>
            {t('process.confirmExplanation', { name: project.name })}
            <code className="wl-mono dp-process-line">{asked && process[asked.command]}</code>
          </>
        }
        verb={t(`process.run.${asked?.command ?? 'start'}`)}
        onConfirm={async () => {
          // The question closes at once; what comes of it is told in the row.
          if (asked) void runs.start(process.id, asked.server.id, asked.command)
        }}
        onClose={() => setAsked(undefined)}
      />
    </LoadState>
  )
}

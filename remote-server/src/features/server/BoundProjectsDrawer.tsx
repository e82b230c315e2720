import { Environment } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { BoundProject, ServerRow } from '@windlass/shared-kit/contract/server'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { ConfirmDanger, EmptyState, LoadState, MonoText } from '@windlass/shared-kit/ui'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { SideDrawer } from './SideDrawer.tsx'
import { useBoundProjects } from './useServers.ts'

const ENVIRONMENT_NAMES = ['unknown', 'production', 'preRelease', 'test', 'development'] as const

interface Props {
  /** Absent while the drawer is closed. */
  server: ServerRow | undefined
  onClose: () => void
}

/** Which projects deploy to a server, and the way to end that. */
export function BoundProjectsDrawer({ server, onClose }: Props) {
  const { t } = useTranslation('server')
  return (
    <SideDrawer
      title={t('projects.title', { name: server?.name })}
      closeText={t('projects.close')}
      open={server !== undefined}
      onClose={onClose}
    >
      {server && <BoundProjects server={server} />}
    </SideDrawer>
  )
}

function BoundProjects({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  const { list, unbind } = useBoundProjects(server.id)
  const canUnbind = useCan([Permission.UnbindServerProject])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isAsking, setAsking] = useState(false)
  const projects = list.data ?? []
  // A refresh may have taken a chosen one away.
  const bindings = projects.filter(({ id }) => chosen.includes(id))

  const handleUnbind = async () => {
    await unbind(bindings.map(({ id }) => id))
    setChosen([])
    toast.success(t('projects.unbound', { count: bindings.length }))
  }
  const choose = (id: number, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <LoadState of={list} permission={t('server.permission')}>
      {projects.length === 0 ? (
        <EmptyState title={t('projects.emptyTitle')} explanation={t('projects.emptyExplanation')} />
      ) : (
        <ul className="server-projects">
          {projects.map((binding) => (
            <li key={binding.id}>
              <ProjectLine
                binding={binding}
                isChosen={chosen.includes(binding.id)}
                onChoose={canUnbind ? (isChosen) => choose(binding.id, isChosen) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {canUnbind && projects.length > 0 && (
        <Button danger disabled={bindings.length === 0} onClick={() => setAsking(true)}>
          {t('projects.unbind', { count: bindings.length })}
        </Button>
      )}
      <ConfirmDanger
        open={isAsking}
        title={t('projects.unbindTitle', { count: bindings.length, name: server.name })}
        explanation={
          <>
            <p>{t('projects.unbindExplanation')}</p>
            <ul>
              {bindings.map(({ id, project }) => (
                <li key={id}>{project.name}</li>
              ))}
            </ul>
          </>
        }
        verb={t('projects.unbind', { count: bindings.length })}
        onConfirm={handleUnbind}
        onClose={() => setAsking(false)}
      />
    </LoadState>
  )
}

interface LineProps {
  binding: BoundProject
  isChosen: boolean
  /** Absent for readers who may not unbind. */
  onChoose: ((isChosen: boolean) => void) | undefined
}

function ProjectLine({ binding, isChosen, onChoose }: LineProps) {
  const { t } = useTranslation('server')
  const { name, branch, environment } = binding.project
  const words = (
    <span className="server-project">
      <b>{name}</b>
      <span className="server-project-facts">
        <span className="wl-faint">#{binding.projectId}</span>
        <MonoText>{branch}</MonoText>
        <span className={environment === Environment.Production ? 'server-production' : 'wl-faint'}>
          {t(`environment.${ENVIRONMENT_NAMES[environment]}`)}
        </span>
      </span>
    </span>
  )
  if (!onChoose) return words
  return (
    <Checkbox checked={isChosen} onChange={(event) => onChoose(event.target.checked)}>
      {words}
    </Checkbox>
  )
}

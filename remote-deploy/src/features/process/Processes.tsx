import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProjectProcess } from '@windlass/shared-kit/contract/projectProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, EmptyState, LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { ProcessChooser } from './ProcessChooser.tsx'
import { ProcessForm } from './ProcessForm.tsx'
import { ProcessServers } from './ProcessServers.tsx'
import { readLast, readPins, writeLast, writePins } from './processChoices.ts'
import { useProcesses } from './useProcesses.ts'

type Task = { kind: 'add' } | { kind: 'edit' | 'remove'; process: ProjectProcess } | undefined

/** One process is looked at; the others are one choice away, the pinned ones one click. */
export function Processes({ project }: { project: Project }) {
  const { t } = useTranslation('deploy')
  const processes = useProcesses(project.id)
  const url = useUrlState({ process: '' })
  const [task, setTask] = useState<Task>()
  const [isPinning, setPinning] = useState(0)
  const list = processes.list.data ?? []
  const ids = list.map(({ id }) => id)
  const pins = readPins(project.id, ids)
  const wanted = Number(url.values.process) || readLast(project.id, ids)
  const chosen = list.find(({ id }) => id === wanted) ?? list.find(({ id }) => pins.includes(id)) ?? list[0]
  const choose = (id: number) => {
    writeLast(project.id, id)
    url.change({ process: String(id) })
  }
  const pin = (id: number) => {
    writePins(project.id, pins.includes(id) ? pins.filter((other) => other !== id) : [...pins, id])
    setPinning(isPinning + 1)
  }
  const close = () => setTask(undefined)
  const addButton = (
    <Button type="primary" onClick={() => setTask({ kind: 'add' })}>
      {t('process.add')}
    </Button>
  )
  return (
    <LoadState of={processes.list} permission={t('permission.ProcessManager')}>
      {chosen ? (
        <section className="dp-process" aria-label={t('pages.process')}>
          <ProcessChooser
            {...{ list, pins, chosen, addButton }}
            onChoose={choose}
            onPin={pin}
            onEdit={() => setTask({ kind: 'edit', process: chosen })}
            onRemove={() => setTask({ kind: 'remove', process: chosen })}
          />
          <ProcessServers project={project} process={chosen} servers={processes.servers} />
        </section>
      ) : (
        <EmptyState title={t('process.emptyTitle')} explanation={t('process.emptyExplanation')} action={addButton} />
      )}
      <ProcessForm
        project={project}
        open={task?.kind === 'add' || task?.kind === 'edit'}
        process={task?.kind === 'edit' ? task.process : undefined}
        onAdd={async (input) => choose((await processes.add(input)).id)}
        onEdit={processes.edit}
        onClose={close}
      />
      <ConfirmDanger
        open={task?.kind === 'remove'}
        title={t('process.removeTitle', { name: task?.kind === 'remove' ? task.process.name : '' })}
        explanation={t('process.removeExplanation')}
        verb={t('process.remove')}
        onConfirm={async () => task?.kind === 'remove' && processes.remove(task.process.id)}
        onClose={close}
      />
    </LoadState>
  )
}

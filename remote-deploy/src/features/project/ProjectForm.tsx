import type { Project } from '@windlass/shared-kit/contract/project'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { BaseFields } from './BaseFields.tsx'
import { FormTabs } from './FormTabs.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { fieldsOf, inputOf, type ProjectFields, type TabName, tabOf } from './projectFields.ts'
import { ReleaseFields } from './ReleaseFields.tsx'
import { ReviewFields } from './ReviewFields.tsx'
import { ScriptFields } from './ScriptFields.tsx'
import { ServerFields } from './ServerFields.tsx'
import { useBindings, type useProjects, useRepository } from './useProjects.ts'
import { VariableFields } from './VariableFields.tsx'

const PolicyFields = lazy(() => import('./PolicyFields.tsx'))

const WIDTH_PX = 760

interface Props {
  /** The project to edit; absent for a new one. */
  project: Project | undefined
  /** The project a new one starts as a copy of. */
  template: Project | undefined
  onAdd: ReturnType<typeof useProjects>['add']
  onEdit: ReturnType<typeof useProjects>['edit']
  onClose: () => void
}

/** One form to add, edit and copy a project. */
export default function ProjectForm({ project, template, onAdd, onEdit, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const start = project ?? template
  const bound = useBindings(start?.id)
  const warn = useRepositoryWarning()
  const [tab, setTab] = useState<TabName>('base')
  const [wrong, setWrong] = useState<readonly TabName[]>([])
  const title = useTitle(project, template)

  // The form is built once, so it waits for what it starts with.
  if (!bound.data) {
    return (
      <Drawer open title={title} size={WIDTH_PX} closable={{ 'aria-label': t('close') }} onClose={onClose}>
        <LoadState of={bound}>{null}</LoadState>
      </Drawer>
    )
  }
  const handleSubmit = async (fields: ProjectFields) => {
    setWrong([])
    // The tab of the rollout is loaded when somebody opens it.
    const input = inputOf({ ...fields, policy: fields.policy ?? start?.policy })
    if (project) await onEdit({ ...input, id: project.id })
    else await onAdd(input)
    if (input.url !== project?.url) warn(input)
    toast.success(t(project ? 'project.saved' : 'project.added', { name: input.name }))
  }
  return (
    <FormDrawer<ProjectFields>
      open
      title={title}
      width={WIDTH_PX}
      initialValues={fieldsOf(start, bound.data)}
      submitText={project ? undefined : t('project.add')}
      onSubmit={handleSubmit}
      // Before the first wrong field takes the cursor, its tab must be there.
      onInvalid={(names) =>
        flushSync(() => {
          setWrong(names.map(tabOf))
          if (names.length > 0) setTab(tabOf(names[0]))
        })
      }
      onClose={onClose}
    >
      <FormTabs content={contentOf(tab)} shown={tab} wrong={wrong} onShow={setTab} />
    </FormDrawer>
  )
}

function useTitle(project: Project | undefined, template: Project | undefined): string {
  const { t } = useTranslation('deploy')
  if (project) return t('project.editTitle', { name: project.name })
  return template ? t('project.copyTitle', { name: template.name }) : t('project.add')
}

/** What was saved may still not answer: that is said, and keeps nobody from saving. */
function useRepositoryWarning() {
  const { t } = useTranslation('deploy')
  const { ping } = useRepository()
  return ({ name, url = '', repoType }: ReturnType<typeof inputOf>) => {
    if (repoType === 'empty') return
    ping.mutate(
      { url, repoType },
      { onError: (error) => toast.warning(t('project.savedSilent', { name, reason: error.message })) },
    )
  }
}

const contentOf = (shown: TabName): Record<TabName, React.ReactNode> => ({
  base: <BaseFields />,
  servers: <ServerFields />,
  releases: <ReleaseFields />,
  scripts: <ScriptFields isShown={shown === 'scripts'} />,
  variables: <VariableFields />,
  rollout: (
    <Suspense>
      <PolicyFields />
    </Suspense>
  ),
  review: <ReviewFields />,
  notices: <NoticeFields />,
})

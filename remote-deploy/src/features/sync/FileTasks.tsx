import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { FileEditor } from './FileEditor.tsx'
import { RenameForm } from './RenameForm.tsx'
import { UploadForm } from './UploadForm.tsx'
import type { useProjectFiles } from './useProjectFiles.ts'

/** What the reader does with the files now. */
export type FileTask =
  | { kind: 'edit'; file: ProjectFile | undefined }
  | { kind: 'rename' | 'remove'; file: ProjectFile }
  | { kind: 'upload'; files: readonly File[]; over: ProjectFile | undefined }

interface Props {
  project: Project
  files: ReturnType<typeof useProjectFiles>
  task: FileTask | undefined
  onClose: () => void
}

/** The drawers and the question of the page, of which one at most is open. */
export function FileTasks({ project, files, task, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const rows = files.list.data?.list ?? []
  return (
    <>
      <FileEditor
        key={task?.kind === 'edit' ? (task.file?.id ?? 'new') : 'none'}
        project={project}
        open={task?.kind === 'edit'}
        file={task?.kind === 'edit' ? task.file : undefined}
        files={rows}
        onAdd={files.add}
        onEdit={files.edit}
        onClose={onClose}
      />
      <UploadForm
        project={project}
        chosen={task?.kind === 'upload' ? task.files : undefined}
        over={task?.kind === 'upload' ? task.over : undefined}
        files={rows}
        limitBytes={files.list.data?.limitBytes ?? 0}
        onSend={files.send}
        onClose={onClose}
      />
      <RenameForm
        file={task?.kind === 'rename' ? task.file : undefined}
        files={rows}
        path={project.path}
        onMove={files.move}
        onClose={onClose}
      />
      <ConfirmDanger
        open={task?.kind === 'remove'}
        title={t('sync.removeTitle', { name: task?.kind === 'remove' ? task.file.filename : '' })}
        explanation={t('sync.removeExplanation')}
        verb={t('sync.remove')}
        onConfirm={async () => task?.kind === 'remove' && files.remove(task.file.id)}
        onClose={onClose}
      />
    </>
  )
}

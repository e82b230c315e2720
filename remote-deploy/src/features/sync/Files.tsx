import { FileAddOutlined, UploadOutlined } from '@ant-design/icons'
import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { FileEditor } from './FileEditor.tsx'
import { FileTable } from './FileTable.tsx'
import { RenameForm } from './RenameForm.tsx'
import { UploadForm } from './UploadForm.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { useProjectFiles } from './useProjectFiles.ts'

type Task =
  | { kind: 'edit'; file: ProjectFile | undefined }
  | { kind: 'rename' | 'remove' | 'replace'; file: ProjectFile }
  | { kind: 'upload'; files: readonly File[]; over: ProjectFile | undefined }

/** The list of a project's files and what can be done with them; files may be dropped anywhere on it. */
export function Files({ project }: { project: Project }) {
  const { t } = useTranslation('deploy')
  const files = useProjectFiles(project.id)
  const [task, setTask] = useState<Task>()
  const chooser = useRef<HTMLInputElement>(null)
  const replaced = useRef<ProjectFile>(undefined)
  const rows = files.list.data?.list ?? []
  const close = () => setTask(undefined)
  const startUpload = (chosen: readonly File[]) =>
    chosen.length > 0 && setTask({ kind: 'upload', files: chosen, over: replaced.current })
  const choose = (over?: ProjectFile) => {
    replaced.current = over
    chooser.current?.click()
  }
  const drop = useFileDrop((dropped) => {
    replaced.current = undefined
    startUpload(dropped)
  })
  const addButton = (
    <Button type="primary" icon={<FileAddOutlined />} onClick={() => setTask({ kind: 'edit', file: undefined })}>
      {t('sync.add')}
    </Button>
  )
  const uploadButton = (
    <Button icon={<UploadOutlined />} onClick={() => choose()}>
      {t('sync.upload')}
    </Button>
  )

  return (
    <section
      className="dp-sync"
      aria-label={t('pages.sync')}
      data-dropping={drop.isOver || undefined}
      {...drop.handlers}
    >
      <div className="dp-sync-head">
        <p className="wl-faint">{t('sync.explanation', { path: project.path })}</p>
        <div className="dp-sync-tools">
          {uploadButton}
          {addButton}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('sync.upload')}
        onChange={({ target }) => {
          startUpload([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <FileTable
        of={files.list}
        rows={rows}
        onEdit={(file) => setTask({ kind: 'edit', file })}
        onReplace={choose}
        onRename={(file) => setTask({ kind: 'rename', file })}
        onRemove={(file) => setTask({ kind: 'remove', file })}
        empty={addButton}
      />
      <FileEditor
        key={task?.kind === 'edit' ? (task.file?.id ?? 'new') : 'none'}
        project={project}
        open={task?.kind === 'edit'}
        file={task?.kind === 'edit' ? task.file : undefined}
        files={rows}
        onAdd={files.add}
        onEdit={files.edit}
        onClose={close}
      />
      <UploadForm
        project={project}
        chosen={task?.kind === 'upload' ? task.files : undefined}
        over={task?.kind === 'upload' ? task.over : undefined}
        files={rows}
        limitBytes={files.list.data?.limitBytes ?? 0}
        onSend={files.send}
        onClose={close}
      />
      <RenameForm
        file={task?.kind === 'rename' ? task.file : undefined}
        files={rows}
        path={project.path}
        onMove={files.move}
        onClose={close}
      />
      <ConfirmDanger
        open={task?.kind === 'remove'}
        title={t('sync.removeTitle', { name: task?.kind === 'remove' ? task.file.filename : '' })}
        explanation={t('sync.removeExplanation')}
        verb={t('sync.remove')}
        onConfirm={async () => task?.kind === 'remove' && files.remove(task.file.id)}
        onClose={close}
      />
    </section>
  )
}

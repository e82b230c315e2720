import { FileAddOutlined, UploadOutlined } from '@ant-design/icons'
import type { Project } from '@windlass/shared-kit/contract/project'
import type { ProjectFile } from '@windlass/shared-kit/contract/projectFile'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { FileChooser } from './FileChooser.tsx'
import { FileTable } from './FileTable.tsx'
import { type FileTask, FileTasks } from './FileTasks.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { useProjectFiles } from './useProjectFiles.ts'

/** The list of a project's files and what can be done with them; files may be dropped anywhere on it. */
export function Files({ project }: { project: Project }) {
  const { t } = useTranslation('deploy')
  const files = useProjectFiles(project.id)
  const [task, setTask] = useState<FileTask>()
  const chooser = useRef<HTMLInputElement>(null)
  const replaced = useRef<ProjectFile>(undefined)
  const rows = files.list.data?.list ?? []
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
      <FileChooser ref={chooser} onFiles={startUpload} />
      <FileTable
        of={files.list}
        rows={rows}
        onEdit={(file) => setTask({ kind: 'edit', file })}
        onReplace={choose}
        onRename={(file) => setTask({ kind: 'rename', file })}
        onRemove={(file) => setTask({ kind: 'remove', file })}
        empty={addButton}
      />
      <FileTasks {...{ project, files, task }} onClose={() => setTask(undefined)} />
    </section>
  )
}

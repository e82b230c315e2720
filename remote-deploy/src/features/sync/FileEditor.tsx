import type { InputOf } from '@windlass/shared-kit/contract'
import type { Project } from '@windlass/shared-kit/contract/project'
import {
  PROJECT_FILE_TEXT_BYTES,
  type ProjectFile,
  type ProjectFileAdd,
  type ProjectFileEdit,
} from '@windlass/shared-kit/contract/projectFile'
import { CodeEditor, languageOfFile, lineEnds } from '@windlass/shared-kit/editor'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { LoadState, useErrorText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, App, Button, Drawer, Input, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { FileModeSelect } from './FileModeSelect.tsx'
import { nameProblem, tidyName } from './fileName.ts'
import { useFileContent } from './useProjectFiles.ts'

interface Props {
  project: Project
  open: boolean
  /** Absent for a new one. */
  file: ProjectFile | undefined
  files: readonly ProjectFile[]
  onAdd: (input: InputOf<typeof ProjectFileAdd>) => Promise<unknown>
  onEdit: (input: InputOf<typeof ProjectFileEdit>) => Promise<unknown>
  onClose: () => void
}

/** A file as text, across most of the window. It asks before it throws away what somebody typed. */
export function FileEditor(props: Props) {
  const { file, open, onClose } = props
  const { t } = useTranslation('deploy')
  const { modal } = App.useApp()
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [isChanged, setChanged] = useState(false)
  const loaded = useFileContent(open ? file?.id : undefined)

  const close = () => {
    if (!isChanged) return onClose()
    modal.confirm({
      title: t('sync.discardTitle'),
      content: t('sync.discardExplanation'),
      okText: t('sync.discard'),
      okButtonProps: { danger: true },
      cancelText: t('sync.keepEditing'),
      onOk: onClose,
    })
  }
  const content = file ? loaded.data?.content : ''
  const ends = lineEnds(content ?? '')
  return (
    <Drawer
      title={file ? file.filename : t('sync.add')}
      open={open && isActive}
      size={isMobile ? '100%' : '80%'}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden={!open}
      keyboard={!isChanged}
      maskClosable={!isChanged}
      onClose={close}
      classNames={{ body: 'dp-file-editor' }}
    >
      <LoadState of={file ? loaded : { ...loaded, data: null }}>
        {content !== undefined && (
          <TextForm
            key={loaded.data?.version ?? 0}
            {...props}
            before={ends.shown}
            toSaved={ends.toSaved}
            encoding={loaded.data?.encoding ?? 'UTF-8'}
            version={loaded.data?.version}
            onChanged={setChanged}
            onReload={() => void loaded.refetch()}
            onCancel={close}
          />
        )}
      </LoadState>
    </Drawer>
  )
}

interface TextProps extends Props {
  before: string
  /** The text with the line ends that the file has. */
  toSaved: (text: string) => string
  encoding: string
  version: number | undefined
  onChanged: (isChanged: boolean) => void
  onReload: () => void
  onCancel: () => void
}

/** What is typed, whether it may be saved, and saving it. */
function useTextForm({ project, file, files, before, toSaved, version, onAdd, onEdit, onChanged, onClose }: TextProps) {
  const { t } = useTranslation('deploy')
  const [text, setText] = useState(before)
  const [name, setName] = useState('')
  const [mode, setMode] = useState('0644')
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Error>()
  const wrongName = file ? undefined : nameProblem(name, files)
  const isTooLarge = new Blob([text]).size > PROJECT_FILE_TEXT_BYTES
  const isReady = text !== '' && !isTooLarge && wrongName === undefined && (file === undefined || text !== before)

  const save = async () => {
    if (!isReady || isSaving) return
    setSaving(true)
    setProblem(undefined)
    try {
      if (file) await onEdit({ id: file.id, content: toSaved(text), ...(version !== undefined && { version }) })
      else await onAdd({ projectId: project.id, filename: tidyName(name), content: text, mode })
      toast.success(t('sync.saved', { name: file?.filename ?? tidyName(name) }))
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setSaving(false)
    }
  }
  const change = (next: string) => {
    setText(next)
    onChanged(next !== before)
  }
  return { text, name, setName, mode, setMode, isSaving, problem, wrongName, isTooLarge, isReady, save, change }
}

function TextForm(props: TextProps) {
  const { project, file, encoding, onCancel } = props
  const { t } = useTranslation('deploy')
  const form = useTextForm(props)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+S belongs to the whole form, wherever the cursor is
    <div
      className="dp-file-form"
      onKeyDown={(event) => {
        if (!(event.key === 's' && (event.ctrlKey || event.metaKey))) return
        event.preventDefault()
        void form.save()
      }}
    >
      {!file && <NewName path={project.path} form={form} />}
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
        <CodeEditor
          label={t('sync.content')}
          language={languageOfFile(file?.filename ?? form.name)}
          value={form.text}
          onChange={form.change}
          onSave={() => void form.save()}
        />
      </Suspense>
      {form.problem && <NotSaved error={form.problem} onReload={file ? props.onReload : undefined} />}
      <div className="dp-file-foot">
        <span className="wl-faint">
          {encoding === 'UTF-8' ? '' : `${encoding} · `}
          {form.isTooLarge ? t('sync.tooLargeToEdit') : t('sync.saveHint')}
        </span>
        <Button onClick={onCancel} disabled={form.isSaving}>
          {t('cancel')}
        </Button>
        <Button type="primary" loading={form.isSaving} disabled={!form.isReady} onClick={() => void form.save()}>
          {t('sync.save')}
        </Button>
      </div>
    </div>
  )
}

function NewName({ path, form }: { path: string; form: ReturnType<typeof useTextForm> }) {
  const { t } = useTranslation('deploy')
  const { name, setName, mode, setMode, wrongName } = form
  const isWrong = name !== '' && wrongName !== undefined
  return (
    <div className="dp-file-name">
      <Input
        className="wl-mono"
        prefix={<span className="wl-faint">{path}/</span>}
        aria-label={t('sync.filename')}
        placeholder="path/to/example/.env"
        maxLength={255}
        spellCheck={false}
        value={name}
        status={isWrong ? 'error' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <FileModeSelect value={mode} onChange={setMode} />
      {isWrong && <p role="alert">{t(wrongName)}</p>}
    </div>
  )
}

function NotSaved({ error, onReload }: { error: Error; onReload: (() => void) | undefined }) {
  const { t } = useTranslation('deploy')
  const { text } = useErrorText()(error)
  return (
    <Alert
      type="error"
      showIcon
      title={t('sync.notSaved')}
      description={text}
      action={
        onReload && (
          <Button size="small" onClick={onReload}>
            {t('sync.reload')}
          </Button>
        )
      }
    />
  )
}

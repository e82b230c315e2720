import { modeText } from '@windlass/shared-kit/contract/sftpListing'
import type { SftpText } from '@windlass/shared-kit/contract/sftpText'
import { CodeEditor, languageOfFile } from '@windlass/shared-kit/editor'
import { toast } from '@windlass/shared-kit/feedback'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { LoadState, useErrorText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, App, Button, Drawer, Skeleton } from 'antd'
import { Suspense } from 'react'
import { useUnloadGuard } from '../../components/useUnloadGuard.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FileName } from './FileName.tsx'
import { announceChange } from './folderChanges.ts'
import { seenName } from './namePieces.ts'
import { nameOf, parentOf } from './remotePath.ts'
import { useFileText } from './useFileText.ts'

interface Props {
  serverId: number
  asRoot: boolean
  file: string
  onClose: () => void
}

/** A file on a server as text, across most of the window; saving keeps its mode, owner, encoding and line ends. */
export default function EditorDrawer({ serverId, asRoot, file, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const edit = useFileText({ serverId, asRoot, file })
  const { opened, isChanged, isSaving, conflict } = edit
  useUnloadGuard(isChanged)

  const save = async (isForced = false) => {
    if (!isChanged && !isForced) return
    if (!(await edit.save(isForced))) return
    toast.success(t('sftp.editor.saved', { name: seenName(nameOf(file)) }))
    announceChange(serverId, [parentOf(file)])
  }
  const close = useCloseQuestion(isChanged, onClose)
  return (
    <Drawer
      rootClassName="sftp-editor"
      title={
        <span className="sftp-preview-title">
          <FileName name={nameOf(file)} />
          {isChanged && <small>{t('sftp.editor.changed')}</small>}
        </span>
      }
      open={isActive}
      size={isMobile ? '100%' : '80%'}
      closable={{ 'aria-label': t('sftp.close') }}
      keyboard={!isChanged}
      mask={{ closable: !isChanged }}
      extra={
        <Button type="primary" title="Ctrl+S" loading={isSaving} disabled={!isChanged} onClick={() => void save()}>
          {t('sftp.editor.save')}
        </Button>
      }
      onClose={close}
    >
      <LoadState
        of={{
          data: opened,
          error: opened ? null : (edit.error ?? null),
          isFetching: false,
          refetch: async () => edit.reload(),
        }}
      >
        {opened && edit.error && <NotSaved error={edit.error} />}
        {opened && <EditorBody edit={edit} opened={opened} name={nameOf(file)} onSave={() => void save()} />}
      </LoadState>
      {conflict && (
        <ConflictDialog
          name={seenName(nameOf(file))}
          mine={edit.text}
          conflict={conflict}
          onReplace={() => void save(true)}
          onReload={edit.reload}
          onClose={edit.dropConflict}
        />
      )}
    </Drawer>
  )
}

/** Closes, after a question while something is not saved. */
function useCloseQuestion(isChanged: boolean, onClose: () => void) {
  const { t } = useTranslation('server')
  const { modal } = App.useApp()
  return () => {
    if (!isChanged) return onClose()
    modal.confirm({
      title: t('sftp.editor.discardTitle'),
      content: t('sftp.editor.discardExplanation'),
      okText: t('sftp.editor.discard'),
      okButtonProps: { danger: true },
      cancelText: t('sftp.editor.keep'),
      onOk: onClose,
    })
  }
}

interface BodyProps {
  edit: ReturnType<typeof useFileText>
  opened: SftpText
  name: string
  onSave: () => void
}

function EditorBody({ edit, opened, name, onSave }: BodyProps) {
  const { t } = useTranslation('server')
  return (
    <>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
        <CodeEditor
          label={t('sftp.editor.label', { name: seenName(name) })}
          language={languageOfFile(name)}
          value={edit.text}
          onChange={edit.setText}
          onSave={onSave}
        />
      </Suspense>
      <p className="sftp-editor-facts">
        <code>{opened.path}</code> <span>{opened.encoding}</span> <span>{formatBytes(opened.size)}</span>{' '}
        <code>{modeText('file', opened.bits)}</code>{' '}
        <span>
          {opened.owner}:{opened.group}
        </span>
      </p>
    </>
  )
}

function NotSaved({ error }: { error: Error }) {
  const { t } = useTranslation('server')
  const { text } = useErrorText()(error)
  return <Alert className="sftp-problem" type="error" showIcon title={t('sftp.editor.notSaved')} description={text} />
}

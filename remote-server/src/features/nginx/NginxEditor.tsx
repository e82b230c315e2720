import { CloseOutlined, CloudUploadOutlined, HistoryOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { CodeEditor } from '@windlass/shared-kit/editor'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { LoadState } from '@windlass/shared-kit/ui'
import { Alert, Button, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useUnloadGuard } from '../../components/useUnloadGuard.ts'
import { NginxApply } from './NginxApply.tsx'
import { NginxDiff } from './NginxDiff.tsx'
import { NginxWords } from './NginxOutput.tsx'
import { NginxVersions } from './NginxVersions.tsx'
import type { OpenFile } from './openFile.ts'
import { lineMarks } from './outputParts.ts'
import type { Place } from './useNginx.ts'
import { useNginxText } from './useNginxText.ts'

interface Props {
  place: Place
  serverName: string
  file: OpenFile
  onChanged: (isChanged: boolean) => void
  /** Somebody wants what is saved to be used. */
  onReload: () => void
  onFile: (file: OpenFile) => void
  onClose: () => void
}

type Shown = 'diff' | 'versions' | 'apply' | undefined

/** A file of the configuration as text. What differs is shown before it is saved; nginx tests it before it is there. */
export function NginxEditor(props: Props) {
  const { place, serverName, file, onChanged, onReload, onFile, onClose } = props
  const { t } = useTranslation('server')
  const edit = useNginxText(place, file)
  const [shown, setShown] = useState<Shown>()
  const canAdd = useCan([Permission.AddNginxConfig])
  const canEdit = useCan([Permission.EditNginxConfig])
  const mayWrite = edit.isNew ? canAdd : canEdit
  const { loaded, isChanged, work } = edit
  const real = loaded.data?.real ?? `${file.dir}/${file.name}`
  useUnloadGuard(isChanged)
  const marks = useMemo(() => {
    const wrong = edit.said?.ok === false ? lineMarks(edit.said.output, [`${file.dir}/${file.name}`, real]) : []
    // Where somebody came to look at; of no meaning any more once he changes the text.
    return wrong.length === 0 && file.line !== undefined && !isChanged ? [{ line: file.line, text: '' }] : wrong
  }, [edit.said, file, real, isChanged])

  const save = async (hash?: string) => {
    if (!(await edit.save(hash))) return setShown(undefined)
    setShown(undefined)
    onChanged(false)
    toast.success(t('nginx.saved', { name: file.name }))
  }
  const ask = () => {
    if (!isChanged || work !== undefined) return
    if (edit.isNew) void save()
    else setShown('diff')
  }
  return (
    <section className="text-page nginx-editor" aria-label={file.name}>
      <EditorHead {...{ file, edit, real, mayWrite, onClose }} onSave={ask} onShow={setShown} />
      <EditorSaid {...{ edit, onReload, onFile }} />
      <LoadState of={edit.isNew || edit.saved ? { ...loaded, data: true } : loaded}>
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
          <CodeEditor
            label={t('nginx.content', { name: file.name })}
            language="nginx"
            value={edit.text}
            isReadOnly={!mayWrite}
            marks={marks}
            onChange={(text) => {
              edit.setText(text)
              onChanged(text !== edit.before)
            }}
            onSave={ask}
          />
        </Suspense>
        <p className="wl-faint nginx-facts">
          {loaded.data && `${loaded.data.encoding} · ${loaded.data.mode} · ${loaded.data.owner}`}
          {real !== `${file.dir}/${file.name}` && ` · → ${real}`}
        </p>
      </LoadState>
      <EditorDialogs
        {...{ place, serverName, file, edit, shown, real, mayWrite, onChanged }}
        onSave={save}
        onShow={setShown}
      />
    </section>
  )
}

/** What nginx said about the last save or test. */
function EditorSaid({ edit, onReload, onFile }: Pick<Props, 'onReload' | 'onFile'> & Pick<Parts, 'edit'>) {
  const { t } = useTranslation('server')
  const canReload = useCan([Permission.ManageServerNginx])
  const { said, isChanged, dropSaid } = edit
  if (!said) return null
  const reload = () => {
    dropSaid()
    onReload()
  }
  return (
    <Alert
      type={said.ok ? 'success' : 'error'}
      showIcon
      closable={{ onClose: dropSaid, 'aria-label': t('nginx.close') }}
      title={t(titleOf(said.ok, isChanged))}
      description={<NginxWords text={said.output} onFile={onFile} />}
      action={
        said.ok &&
        !isChanged &&
        canReload && (
          <Button size="small" onClick={reload}>
            {t('nginx.reload')}
          </Button>
        )
      }
    />
  )
}

interface Parts {
  file: OpenFile
  edit: ReturnType<typeof useNginxText>
  /** Where it really lies. */
  real: string
  mayWrite: boolean
  onShow: (shown: Shown) => void
}

function EditorHead({
  file,
  edit,
  real,
  mayWrite,
  onSave,
  onShow,
  onClose,
}: Parts & { onSave: () => void; onClose: () => void }) {
  const { t } = useTranslation('server')
  const { isChanged, work } = edit
  // What is not here can be compared with nothing, and must not be brought anywhere.
  const isHere = edit.loaded.data !== undefined || edit.saved !== undefined
  return (
    <header className="text-bar">
      <strong className="wl-mono" title={real}>
        {file.dir}/{file.name}
      </strong>
      {isChanged && <small>{t('nginx.unsaved')}</small>}
      <span className="nginx-tools">
        {!edit.isNew && (
          <Button icon={<HistoryOutlined />} disabled={!isHere} onClick={() => onShow('versions')}>
            {t('nginx.versions')}
          </Button>
        )}
        {mayWrite && (
          <>
            {!edit.isNew && (
              <Button
                icon={<CloudUploadOutlined />}
                disabled={isChanged || !isHere}
                title={t('nginx.applyHint')}
                onClick={() => onShow('apply')}
              >
                {t('nginx.apply')}
              </Button>
            )}
            <Button loading={work === 'test'} disabled={!isChanged} onClick={() => void edit.test()}>
              {t('nginx.test')}
            </Button>
            <Button type="primary" title="Ctrl+S" loading={work === 'save'} disabled={!isChanged} onClick={onSave}>
              {t('nginx.save')}
            </Button>
          </>
        )}
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('nginx.closeFile')}
          title={t('nginx.closeFile')}
          onClick={onClose}
        />
      </span>
    </header>
  )
}

type DialogProps = Parts &
  Pick<Props, 'place' | 'serverName' | 'onChanged'> & { shown: Shown; onSave: (hash?: string) => Promise<void> }

function EditorDialogs(props: DialogProps) {
  const { place, serverName, file, edit, shown, real, mayWrite, onChanged, onSave, onShow } = props
  const { t } = useTranslation('server')
  const { loaded, conflict } = edit
  return (
    <>
      {shown === 'diff' && (
        <NginxDiff
          title={t('nginx.saveTitle', { name: file.name, server: serverName })}
          here={{ name: t('nginx.onServer'), text: edit.before }}
          there={{ name: t('nginx.mine'), text: edit.text }}
          verb={t('nginx.save')}
          note={t('nginx.saveNote')}
          onConfirm={() => onSave()}
          onClose={() => onShow(undefined)}
        />
      )}
      {conflict && (
        <NginxDiff
          title={t('nginx.conflictTitle', { name: file.name })}
          here={{ name: t('nginx.theirs'), text: conflict.content }}
          there={{ name: t('nginx.mine'), text: edit.text }}
          verb={t('nginx.replace')}
          isDanger
          note={t('nginx.conflictNote')}
          other={{ verb: t('nginx.takeTheirs'), onClick: edit.takeTheirs }}
          onConfirm={() => onSave(conflict.hash)}
          onClose={edit.dropConflict}
        />
      )}
      {shown === 'versions' && (
        <NginxVersions
          {...{ serverId: place.serverId, file: real, text: edit.text, mayRestore: mayWrite }}
          onRestore={(text) => {
            edit.setText(text)
            onChanged(text !== edit.before)
            onShow(undefined)
          }}
          onClose={() => onShow(undefined)}
        />
      )}
      <Can any={[Permission.EditNginxConfig]}>
        {shown === 'apply' && (
          <NginxApply
            {...{ place, file }}
            content={edit.saved?.text ?? loaded.data?.content ?? ''}
            onClose={() => onShow(undefined)}
          />
        )}
      </Can>
    </>
  )
}

const titleOf = (ok: boolean, isChanged: boolean) => {
  if (!ok) return 'nginx.notSaved'
  return isChanged ? 'nginx.wouldBeAccepted' : 'nginx.savedNotLoaded'
}

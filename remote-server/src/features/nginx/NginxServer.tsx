import { useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Alert, App } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { NginxEditor } from './NginxEditor.tsx'
import { NginxFiles } from './NginxFiles.tsx'
import { type NginxCommand, NginxHead } from './NginxHead.tsx'
import type { OpenFile } from './openFile.ts'
import { type Place, useNginxList, useNginxPath } from './useNginx.ts'

interface Props {
  serverId: number
  serverName: string
  isShown: boolean
  onChanged: (isChanged: boolean) => void
}

const pathOf = ({ dir, name }: OpenFile) => `${dir}/${name}`

/** The file that an address names. */
function fileAt(path: string): OpenFile | undefined {
  const at = path.lastIndexOf('/')
  return at < 0 ? undefined : { dir: path.slice(0, at) || '/', name: path.slice(at + 1) }
}

/** Asks before what was typed is thrown away. */
function useDiscardQuestion() {
  const { t } = useTranslation('server')
  const { modal } = App.useApp()
  return (onOk: () => void) =>
    void modal.confirm({
      title: t('nginx.discardTitle'),
      content: t('nginx.discardExplanation'),
      okText: t('nginx.discard'),
      okButtonProps: { danger: true },
      cancelText: t('nginx.keepEditing'),
      onOk,
    })
}

/** The file that is open: the one the address names. What is typed in it is thrown away only after a question. */
function useOpenFile(isShown: boolean, onChanged: Props['onChanged']) {
  const askDiscard = useDiscardQuestion()
  const url = useUrlState({ file: '' })
  const address = url.values.file
  const [isEdited, setEdited] = useState(false)
  const [file, setFile] = useState(() => (isShown ? fileAt(address) : undefined))
  const [followed, setFollowed] = useState(address)
  const open = file && pathOf(file)
  if (isShown && address !== followed) {
    setFollowed(address)
    const named = fileAt(address)
    if (named && address !== open && !isEdited) setFile(named)
  }

  const edited = (isChanged: boolean) => {
    setEdited(isChanged)
    onChanged(isChanged)
  }
  const go = (next: OpenFile | undefined) => {
    edited(false)
    setFile(next)
    url.change({ file: next ? pathOf(next) : '' })
  }
  const select = (next: OpenFile | undefined) => {
    // Another line of the file that is open.
    if (next && file && pathOf(next) === open) setFile({ ...file, ...next })
    else if (isEdited) askDiscard(() => go(next))
    else go(next)
  }
  const askAbout = useEffectEvent((path: string) => {
    const next = fileAt(path)
    if (!isEdited || !next || open === undefined || path === open) return
    // Whoever keeps on editing is where the address says he is.
    url.change({ file: open })
    askDiscard(() => go(next))
  })
  useEffect(() => {
    if (isShown) askAbout(address)
  }, [isShown, address])
  return { file, select, edited }
}

/** The nginx of a server: where it is, how it stands, its files, and the one that is edited. */
export function NginxServer({ serverId, serverName, isShown, onChanged }: Props) {
  const { t } = useTranslation('server')
  const found = useNginxPath(serverId)
  const [typed, setTyped] = useState<string>()
  const { path = '', running = [], installed = [] } = found.data ?? {}
  const [first] = running
  const program = typed ?? (path || first?.path || installed[0] || '')
  const place: Place | undefined = program === '' ? undefined : { serverId, path: program }
  const list = useNginxList(place)
  const { file, select, edited } = useOpenFile(isShown, onChanged)
  const [asked, setAsked] = useState<NginxCommand>()

  const problem = found.data?.problem ?? ''
  return (
    <LoadState of={found}>
      <NginxHead
        {...{ serverName, isShown, place, running, installed, asked }}
        onAsk={setAsked}
        list={list.data}
        isListing={list.isFetching}
        onProgram={(next) => {
          setTyped(next)
          if (next === program) void list.refetch()
        }}
        onFile={select}
      />
      {problem !== '' && <Alert type="error" showIcon title={problem} />}
      {place === undefined && problem === '' && (
        <Alert type="info" showIcon title={t('nginx.notFoundTitle')} description={t('nginx.notFoundExplanation')} />
      )}
      {place && (
        <NginxBody
          {...{ place, serverName, list, file }}
          onChanged={edited}
          onSelect={select}
          onReload={() => setAsked('reload')}
        />
      )}
    </LoadState>
  )
}

interface BodyProps extends Pick<Props, 'serverName' | 'onChanged'> {
  place: Place
  list: ReturnType<typeof useNginxList>
  file: OpenFile | undefined
  onSelect: (file: OpenFile | undefined) => void
  onReload: () => void
}

function NginxBody({ place, serverName, list, file, onChanged, onSelect, onReload }: BodyProps) {
  const { t } = useTranslation('server')
  return (
    <LoadState of={list}>
      {list.data && (
        <>
          {list.data.warnings.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('nginx.warnings')}
              description={list.data.warnings.map((text) => (
                <div key={text} className="wl-mono">
                  {text}
                </div>
              ))}
            />
          )}
          <div className="nginx-columns" data-open={file !== undefined}>
            <NginxFiles {...{ place, list: list.data, file }} onSelect={onSelect} />
            {file ? (
              <NginxEditor
                key={pathOf(file)}
                {...{ place, serverName, file }}
                onChanged={onChanged}
                onReload={onReload}
                onClose={() => onSelect(undefined)}
                onFile={onSelect}
              />
            ) : (
              <p className="nginx-choose wl-faint">{t('nginx.choose')}</p>
            )}
          </div>
        </>
      )}
    </LoadState>
  )
}

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

/** The nginx of a server: where it is, how it stands, its files, and the one that is edited. */
export function NginxServer({ serverId, serverName, isShown, onChanged }: Props) {
  const { t } = useTranslation('server')
  const askDiscard = useDiscardQuestion()
  const url = useUrlState({ file: '' })
  const found = useNginxPath(serverId)
  const [typed, setTyped] = useState<string>()
  const [isEdited, setEdited] = useState(false)
  const { path = '', running = [], installed = [] } = found.data ?? {}
  const [first] = running
  const program = typed ?? (path || first?.path || installed[0] || '')
  const place: Place | undefined = program === '' ? undefined : { serverId, path: program }
  const list = useNginxList(place)
  const [file, setFile] = useState(() => (isShown ? fileAt(url.values.file) : undefined))
  const [asked, setAsked] = useState<NginxCommand>()

  const edited = (isChanged: boolean) => {
    setEdited(isChanged)
    onChanged(isChanged)
  }
  const select = (next: OpenFile | undefined) => {
    // Another line of the file that is open.
    if (next && file && pathOf(next) === pathOf(file)) return setFile({ ...file, ...next })
    const go = () => {
      edited(false)
      setFile(next)
      url.change({ file: next ? pathOf(next) : '' })
    }
    if (isEdited) askDiscard(go)
    else go()
  }
  const followAddress = useEffectEvent((path: string) => {
    const next = fileAt(path)
    if (!next || (file && pathOf(file) === path)) return
    // Whoever keeps on editing is where the address says he is.
    if (isEdited && file) url.change({ file: pathOf(file) })
    select(next)
  })
  useEffect(() => {
    if (isShown) followAddress(url.values.file)
  }, [isShown, url.values.file])
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

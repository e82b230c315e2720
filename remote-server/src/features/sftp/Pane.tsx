import { Permission } from '@windlass/shared-kit/contract/permission'
import { SftpExists } from '@windlass/shared-kit/contract/sftp'
import { call } from '@windlass/shared-kit/http'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { EmptyState, useErrorText } from '@windlass/shared-kit/ui'
import { Alert, Button, type InputRef, Skeleton } from 'antd'
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ContextMenu } from './ContextMenu.tsx'
import type { PickedFile } from './collectDropped.ts'
import { type Circumstances, type Command, FILE_GROUPS, FOLDER_GROUPS } from './commands.ts'
import { DropMenu, type DropPlace } from './DropMenu.tsx'
import type { MenuPlace } from './FileArea.tsx'
import { FileGrid } from './FileGrid.tsx'
import { FileList } from './FileList.tsx'
import { FolderTree } from './FolderTree.tsx'
import { PaneFooter } from './PaneFooter.tsx'
import { PaneNavigation } from './PaneNavigation.tsx'
import { PaneTools } from './PaneTools.tsx'
import { PaneTrouble } from './PaneTrouble.tsx'
import { UploadPicker } from './UploadPicker.tsx'
import { addUploads } from './uploads.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useMenuItems } from './useMenuItems.tsx'
import { type PaneState, type Place, usePane } from './usePane.ts'
import { usePaneCommands } from './usePaneCommands.ts'

const PaneDialogs = lazy(() => import('./PaneDialogs.tsx'))

interface Props {
  place: Place
  serverName: string
  side: 0 | 1
  other: Circumstances['other']
  onPlace: (place: Place) => void
}

/** Asks what is there already, and then puts files on their way. */
async function upload(
  place: { serverId: number; dir: string; asRoot: boolean },
  picked: readonly PickedFile[],
): Promise<void> {
  if (picked.length === 0) return
  const names = picked.map(({ name }) => name)
  const { list } = await call(SftpExists, { ...place, names })
  addUploads(place, picked, new Map(list.map(({ name, size, time, isDir }) => [name, { size, time, isDir }])))
}

function findByKey(event: KeyboardEvent, field: InputRef | null): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'f') return
  event.preventDefault()
  field?.focus()
}

/** One folder of one server, with all that can be done in it. */
export function Pane({ place, serverName, side, other, onPlace }: Props) {
  const { t } = useTranslation('server')
  const pane = usePane(place)
  const canUpload = useCan([Permission.SFTPUploadFile])
  const filterField = useRef<InputRef>(null)
  const picker = useRef<{ files: () => void; folder: () => void }>(null)
  const commands = usePaneCommands({ pane, other, picker })
  const [menu, setMenu] = useState<MenuPlace>()
  const [dropped, setDropped] = useState<DropPlace>()
  const [itemsOf, { serverId, asRoot, path }] = [useMenuItems(), pane]
  useTellPath(path, () => onPlace({ serverId, asRoot, path }))

  const send = (picked: readonly PickedFile[], dir = path) =>
    // A refused call has told so itself.
    void upload({ serverId, dir, asRoot }, picked).catch((error: unknown) => console.warn('not uploaded', error))
  const drop = useFileDrop({
    pane,
    canUpload,
    onFiles: send,
    onRows: (dragged, dir, point) =>
      dragged.serverId === serverId && dragged.dir === dir ? undefined : setDropped({ dragged, dir, ...point }),
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for whatever in it has the focus
    <section
      className="sftp-pane"
      // Both sides may show the same server.
      aria-label={`${t(side === 0 ? 'sftp.leftServer' : 'sftp.rightServer')}: ${isolated(serverName)}`}
      data-root={asRoot}
      onKeyDown={(event) => findByKey(event, filterField.current)}
    >
      <PaneNavigation pane={pane} side={side} />
      <PaneTools
        {...{ pane, filterField }}
        about={commands.about}
        onCommand={commands.run}
        onRoot={(isRoot) => onPlace({ serverId, path, asRoot: isRoot })}
      />
      {asRoot && <p className="sftp-root-note">{t('sftp.rootNote', { server: serverName })}</p>}
      <div className="sftp-body">
        {pane.look.hasTree && <FolderTree pane={pane} />}
        <Contents {...{ pane, drop, canUpload }} onCommand={commands.run} onMenu={setMenu} />
      </div>
      <PaneFooter pane={pane} />
      <ContextMenu
        at={menu}
        label={t('sftp.actions')}
        items={itemsOf(menu?.isAboutFiles ? FILE_GROUPS : FOLDER_GROUPS, commands.about)}
        // Keys of the menu are commands: useMenuItems makes them so.
        onChoose={(key) => commands.run(key as Command)}
        onClose={() => setMenu(undefined)}
      />
      <DropMenu
        at={dropped}
        serverId={serverId}
        onChoose={(isMove) => dropped && void commands.bring(dropped.dragged, dropped.dir, isMove)}
        onClose={() => setDropped(undefined)}
      />
      <UploadPicker ref={picker} onFiles={(picked) => send(picked)} />
      <Suspense fallback={null}>
        <PaneDialogs pane={pane} commands={commands} serverName={serverName} />
      </Suspense>
    </section>
  )
}

/** Tells where the pane is, once it is somewhere. */
function useTellPath(path: string, onPath: () => void): void {
  const tell = useEffectEvent(onPath)
  useEffect(() => {
    if (path !== '') tell()
  }, [path])
}

interface ContentsProps {
  pane: PaneState
  drop: ReturnType<typeof useFileDrop>
  canUpload: boolean
  onCommand: (command: Command) => void
  onMenu: (menu: MenuPlace) => void
}

function Contents({ pane, drop, canUpload, onCommand, onMenu }: ContentsProps) {
  const { t } = useTranslation('server')
  const { listing, shown, look } = pane
  const errorText = useErrorText()
  const isEmpty = shown.length === 0
  if (listing.error && listing.rows.length === 0) return <PaneTrouble pane={pane} error={listing.error} />
  const View = look.view === 'grid' ? FileGrid : FileList
  const isFiltered = pane.filter.trim() !== ''
  const hidden = listing.rows.length
  return (
    <div className="sftp-contents">
      {listing.error && (
        <Alert
          banner
          type="warning"
          title={errorText(listing.error).text}
          action={
            <Button size="small" onClick={() => pane.refresh()}>
              {t('sftp.reconnect')}
            </Button>
          }
        />
      )}
      <View {...{ pane, drop, onCommand, onMenu }} />
      {isEmpty && !listing.isDone && (
        // Over the list and not in its place: whoever works by keyboard stays in it.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
        <div className="sftp-nothing" role="status" aria-busy="true" aria-label={t('sftp.reading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {isEmpty && listing.isDone && (
        <div className="sftp-nothing">
          <EmptyState
            title={t(isFiltered ? 'sftp.noMatch' : hidden > 0 ? 'sftp.onlyHidden' : 'sftp.empty')}
            {...(!isFiltered && hidden === 0 && canUpload && { explanation: t('sftp.emptyHint') })}
            action={
              isFiltered ? (
                <Button onClick={() => pane.setFilter('')}>{t('sftp.clearFilter')}</Button>
              ) : (
                hidden > 0 && <Button onClick={() => pane.setLook({ showsHidden: true })}>{t('sftp.hidden')}</Button>
              )
            }
          />
        </div>
      )}
    </div>
  )
}

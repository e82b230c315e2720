import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { can } from '@windlass/shared-kit/permission'
import { useAtom } from '@windlass/shared-kit/session'
import { copyText } from '@windlass/shared-kit/ui'
import { type RefObject, useState } from 'react'
import { clipboardAtom } from './clipboard.ts'
import { type Circumstances, type Command, fits, mayDo } from './commands.ts'
import { download } from './download.ts'
import type { Dragged } from './fileDrag.ts'
import { type FileRow, isFolder, isReadable, kindBehind } from './fileRow.ts'
import { joinPath } from './remotePath.ts'
import { chooseAll } from './selection.ts'
import { useFileWork } from './useFileWork.tsx'
import type { PaneState } from './usePane.ts'

/** What lies over a pane; the rows are those it was opened for, whatever is chosen meanwhile. */
export interface PaneDialog {
  kind:
    | 'delete'
    | 'duplicate'
    | 'edit'
    | 'newFile'
    | 'newFolder'
    | 'newLink'
    | 'owner'
    | 'permissions'
    | 'preview'
    | 'rename'
    | 'transfer'
  rows: readonly FileRow[]
}

interface Props {
  pane: PaneState
  other: Circumstances['other']
  picker: RefObject<{ files: () => void; folder: () => void } | null>
}

const DIALOGS: readonly Command[] = [
  ...(['delete', 'duplicate', 'edit', 'newFile', 'newFolder', 'newLink', 'owner', 'permissions', 'preview'] as const),
  ...(['rename', 'transfer'] as const),
]
const isDialog = (command: Command): command is Extract<Command, PaneDialog['kind']> => DIALOGS.includes(command)

/** What the commands of a pane do. */
export function usePaneCommands({ pane, other, picker }: Props) {
  const { t } = useTranslation('server')
  const work = useFileWork()
  const [clipboard, setClipboard] = useAtom(clipboardAtom)
  const [dialog, setDialog] = useState<PaneDialog>()
  const { serverId, asRoot, path, chosen, selection, names, setSelection, pathOf } = pane
  const about: Circumstances = { chosen, other, serverId, path, hasClipboard: clipboard !== undefined }
  const files = () => ({ serverId, asRoot, files: chosen.map(pathOf) })
  const take = (isCut: boolean) => {
    setClipboard({ ...files(), folders: chosen.filter(isFolder).map(pathOf), isCut })
    toast.info(t(isCut ? 'sftp.cutNote' : 'sftp.copyNote', { count: chosen.length }))
  }
  /** Menus do not offer it, but a double click asks for it. */
  const tellClosed = () => {
    const [row, ...others] = chosen
    if (!row || others.length > 0) return
    toast.info(t('sftp.noContents', { name: row.name, kind: t(`sftp.kind.${kindBehind(row) || 'dangling'}`) }))
  }
  const open = () => {
    const [row] = chosen
    if (!row || pane.enter(row)) return
    if (isReadable(row)) run(mayDo('preview', can) ? 'preview' : 'edit')
  }
  const { bring, paste, across } = useBringing({ pane, other, work, files })
  const actions: Readonly<Partial<Record<Command, () => unknown>>> = {
    open,
    copy: () => take(false),
    cut: () => take(true),
    paste,
    copyAcross: () => across(false),
    moveAcross: () => across(true),
    download: () => download(files(), chosen),
    downloadZip: () => download(files(), chosen, 'zip'),
    copyPath: async () => {
      if (await copyText(chosen.map(pathOf).join('\n'))) toast.success(t('sftp.pathCopied'))
    },
    upload: () => picker.current?.files(),
    uploadFolder: () => picker.current?.folder(),
    refresh: () => pane.refresh(),
    selectAll: () => setSelection(chooseAll(selection, names)),
  }
  const run = (command: Command) => {
    if (!mayDo(command, can)) return
    if (!fits(command, about)) return command === 'open' ? tellClosed() : undefined
    if (isDialog(command)) return setDialog({ kind: command, rows: chosen })
    // A failed call has told so itself.
    Promise.resolve(actions[command]?.()).catch((error: unknown) => console.warn(`${command} failed`, error))
  }
  return { about, run, dialog, setDialog, work, bring }
}

interface Bringing {
  pane: PaneState
  other: Circumstances['other']
  work: ReturnType<typeof useFileWork>
  files: () => { serverId: number; asRoot: boolean; files: string[] }
}

/** Files that come here from somewhere, or go from here to the other side. */
function useBringing({ pane, other, work, files }: Bringing) {
  const [clipboard, setClipboard] = useAtom(clipboardAtom)
  const { serverId, path, chosen, pathOf } = pane
  /** Copies or moves within a server, sends to another one. */
  const bring = async (from: Dragged & { folders?: readonly string[] }, dir: string, isMove: boolean) => {
    const moved = {
      serverId: from.serverId,
      asRoot: from.asRoot,
      files: from.names.map((name) => joinPath(from.dir, name)),
    }
    if (from.serverId === serverId) return isMove ? work.move(moved, dir) : work.copy(moved, dir)
    const folders = new Set(from.folders)
    await work.transfer(moved, (file) => folders.has(file), [serverId], dir)
  }
  const paste = async () => {
    if (!clipboard) return
    if (clipboard.serverId !== serverId) {
      const folders = new Set(clipboard.folders)
      return work.transfer(clipboard, (file) => folders.has(file), [serverId], path)
    }
    if (!clipboard.isCut) return work.copy(clipboard, path)
    setClipboard(undefined)
    return work.move(clipboard, path)
  }
  const across = async (isMove: boolean) => {
    if (!other) return
    if (other.serverId === serverId) return isMove ? work.move(files(), other.path) : work.copy(files(), other.path)
    const folders = new Set(chosen.filter(isFolder).map(pathOf))
    return work.transfer(files(), (file) => folders.has(file), [other.serverId], other.path)
  }
  return { bring, paste, across }
}

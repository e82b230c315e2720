import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { type FileRow, isFolder, isReadable } from './fileRow.ts'

/** All that can be done in a folder. */
export type Command =
  | 'copy'
  | 'copyAcross'
  | 'copyPath'
  | 'cut'
  | 'delete'
  | 'download'
  | 'downloadZip'
  | 'duplicate'
  | 'edit'
  | 'moveAcross'
  | 'newFile'
  | 'newFolder'
  | 'newLink'
  | 'open'
  | 'owner'
  | 'paste'
  | 'permissions'
  | 'preview'
  | 'refresh'
  | 'rename'
  | 'selectAll'
  | 'transfer'
  | 'upload'
  | 'uploadFolder'

/** What a command needs: nothing means that whoever sees the page may do it. */
const NEEDS: Readonly<Partial<Record<Command, PermissionId>>> = {
  copy: Permission.ShowSftpFilePage,
  copyAcross: Permission.SFTPUploadFile,
  cut: Permission.SFTPEditFile,
  delete: Permission.SFTPDeleteFile,
  download: Permission.SFTPDownloadFile,
  downloadZip: Permission.SFTPDownloadFile,
  duplicate: Permission.SFTPUploadFile,
  edit: Permission.SFTPEditFile,
  moveAcross: Permission.SFTPEditFile,
  newFile: Permission.SFTPEditFile,
  newFolder: Permission.SFTPUploadFile,
  newLink: Permission.SFTPUploadFile,
  owner: Permission.SFTPEditFile,
  permissions: Permission.SFTPEditFile,
  preview: Permission.SFTPPreviewFile,
  rename: Permission.SFTPEditFile,
  transfer: Permission.SFTPTransferFile,
  upload: Permission.SFTPUploadFile,
  uploadFolder: Permission.SFTPUploadFile,
}

/** What a command is about to work on. */
export interface Circumstances {
  chosen: readonly FileRow[]
  /** The other side of the page, when it shows something. */
  other: { serverId: number; path: string } | undefined
  /** Files were copied or cut. */
  hasClipboard: boolean
  /** The same server holds both sides; else copying between them is a transfer. */
  serverId: number
  path: string
}

const ANYTIME: readonly Command[] = [
  ...(['newFile', 'newFolder', 'newLink', 'refresh', 'selectAll', 'upload', 'uploadFolder'] as const),
]
const OF_ONE: readonly Command[] = ['duplicate', 'edit', 'open', 'preview', 'rename']

const fitsOne = (command: Command, row: FileRow): boolean => {
  if (command === 'open') return isFolder(row) || isReadable(row)
  return command === 'edit' || command === 'preview' ? isReadable(row) : true
}

const isAcross = (other: Circumstances['other'], { serverId, path }: Circumstances) =>
  other !== undefined && other.path !== '' && (other.serverId !== serverId || other.path !== path)

/** Whether a download comes as one archive: several files, and folders. */
export const isArchived = (chosen: readonly FileRow[]): boolean => chosen.length > 1 || chosen.some(isFolder)

/** Whether a command makes sense for what is chosen. */
export function fits(command: Command, about: Circumstances): boolean {
  const { chosen, other, hasClipboard } = about
  if (ANYTIME.includes(command)) return true
  if (command === 'paste') return hasClipboard
  const [first] = chosen
  if (!first) return false
  if (OF_ONE.includes(command)) return chosen.length === 1 && fitsOne(command, first)
  if (command === 'moveAcross') return isAcross(other, about) && other?.serverId === about.serverId
  if (command === 'copyAcross') return isAcross(other, about)
  if (command === 'downloadZip' && !isArchived(chosen)) return false
  return (command !== 'download' && command !== 'downloadZip') || chosen.some((row) => isFolder(row) || isReadable(row))
}

/** Whether somebody may do it. */
export function mayDo(command: Command, held: (any: readonly PermissionId[]) => boolean): boolean {
  const needed = NEEDS[command]
  return needed === undefined || held([needed])
}

/** What is offered for files, in groups; the dangerous part last and apart. */
export const FILE_GROUPS: readonly (readonly Command[])[] = [
  ['open', 'preview', 'edit', 'download', 'downloadZip'],
  ['copyAcross', 'moveAcross', 'transfer'],
  ['copy', 'cut', 'paste', 'duplicate'],
  ['rename', 'permissions', 'owner', 'copyPath'],
  ['delete'],
]

/** What is offered for a folder as a whole. */
export const FOLDER_GROUPS: readonly (readonly Command[])[] = [
  ['newFolder', 'newFile', 'newLink'],
  ['upload', 'uploadFolder'],
  ['paste', 'selectAll', 'refresh'],
]

/** The key that does the same, as it is written in menus. */
export const KEY_OF: Readonly<Partial<Record<Command, string>>> = {
  ...{ open: 'Enter', rename: 'F2', delete: 'Del', copyAcross: 'F5', moveAcross: 'F6' },
  ...{ copy: 'Ctrl+C', cut: 'Ctrl+X', paste: 'Ctrl+V', selectAll: 'Ctrl+A' },
}

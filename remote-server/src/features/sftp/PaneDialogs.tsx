import { SftpCopy, SftpMakeFolder, SftpMakeLink, SftpRename } from '@windlass/shared-kit/contract/sftp'
import { SftpSaveText } from '@windlass/shared-kit/contract/sftpText'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { lazy, Suspense } from 'react'
import { DeleteQuestion } from './DeleteQuestion.tsx'
import { download } from './download.ts'
import { type FileRow, isFolder, isReadable } from './fileRow.ts'
import { announceChange } from './folderChanges.ts'
import { NameDialog } from './NameDialog.tsx'
import { seenName } from './namePieces.ts'
import { OwnerDialog } from './OwnerDialog.tsx'
import { PermissionsDialog } from './PermissionsDialog.tsx'
import { freeName } from './remotePath.ts'
import { TransferDialog } from './TransferDialog.tsx'
import type { PaneState } from './usePane.ts'
import type { PaneDialog, usePaneCommands } from './usePaneCommands.ts'

const PreviewDrawer = lazy(() => import('./PreviewDrawer.tsx'))
const EditorDrawer = lazy(() => import('./EditorDrawer.tsx'))

interface Props {
  pane: PaneState
  commands: ReturnType<typeof usePaneCommands>
  serverName: string
}

type Shown = Props & { dialog: PaneDialog; onClose: () => void }

/** Whatever a command of the pane asks or shows. */
export default function PaneDialogs(props: Props) {
  const { commands } = props
  const { dialog } = commands
  if (!dialog) return null
  const shown: Shown = { ...props, dialog, onClose: () => commands.setDialog(undefined) }
  switch (dialog.kind) {
    case 'preview':
    case 'edit':
      return <FileDrawer {...shown} />
    case 'delete':
    case 'permissions':
    case 'owner':
    case 'transfer':
      return <WorkDialog {...shown} />
    default:
      return <Naming {...shown} />
  }
}

function FileDrawer({ pane, commands, dialog, onClose }: Shown) {
  const { serverId, asRoot, shown } = pane
  const [row] = dialog.rows
  if (!row) return null
  const file = pane.pathOf(row)
  const readable = shown.filter(isReadable)
  const at = readable.findIndex(({ name }) => name === row.name)
  const step = (by: number) => {
    const next = readable[(at + by + readable.length) % readable.length]
    if (next) commands.setDialog({ kind: 'preview', rows: [next] })
  }
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'edit' ? (
        <EditorDrawer {...{ serverId, asRoot, file, onClose }} />
      ) : (
        <PreviewDrawer
          {...{ row, file, serverId, asRoot, onClose }}
          onStep={at >= 0 && readable.length > 1 ? step : undefined}
          onCommand={(command) =>
            command === 'edit'
              ? commands.setDialog({ kind: 'edit', rows: [row] })
              : void download({ serverId, asRoot, files: [file] }, [row])
          }
        />
      )}
    </Suspense>
  )
}

function WorkDialog({ pane, commands, serverName, dialog, onClose }: Shown) {
  const { t } = useTranslation('server')
  const { work, about } = commands
  const { serverId, asRoot } = pane
  const { rows, kind } = dialog
  const files = { serverId, asRoot, files: rows.map(pane.pathOf) }
  const subject = rows.length === 1 ? seenName(rows[0]?.name ?? '') : t('sftp.items', { count: rows.length })
  if (kind === 'delete') {
    return (
      <DeleteQuestion {...files} serverName={serverName} onDelete={() => void work.remove(files)} onClose={onClose} />
    )
  }
  if (kind === 'permissions') {
    return (
      <PermissionsDialog
        title={t('sftp.permissions.title', { subject })}
        rows={rows}
        onSubmit={(change) => void work.chmod(files, change)}
        onClose={onClose}
      />
    )
  }
  if (kind === 'owner') {
    return (
      <OwnerDialog
        title={t('sftp.owner.title', { subject })}
        rows={rows}
        seen={pane.listing.rows}
        onSubmit={(change) => void work.chown(files, change)}
        onClose={onClose}
      />
    )
  }
  const folders = new Set(rows.filter(isFolder).map(pane.pathOf))
  const { other } = about
  const initial =
    other && other.serverId !== serverId
      ? { serverIds: [other.serverId], dir: other.path }
      : { serverIds: [], dir: pane.path }
  return (
    <TransferDialog
      {...{ serverId, serverName, initial, onClose }}
      files={files.files}
      onSubmit={(serverIds, dir) => void work.transfer(files, (file) => folders.has(file), serverIds, dir)}
    />
  )
}

function Naming({ pane, commands, dialog, onClose }: Shown) {
  const { t } = useTranslation('server')
  const { serverId, asRoot, path: dir } = pane
  const [row] = dialog.rows
  const place = { serverId, asRoot, dir }
  const isTaken = (name: string) => pane.listing.rows.some((one) => one.name === name)
  const initial = initialName(dialog.kind, row, isTaken)
  const create = async (name: string, target: string) => {
    await makeIt(dialog.kind, { ...place, name, target, row })
    announceChange(serverId, [dir])
    pane.expect(name)
  }
  return (
    <NameDialog
      title={t(`sftp.command.${dialog.kind}`)}
      verb={t(`sftp.verb.${dialog.kind}`)}
      initial={initial}
      isSameAllowed={dialog.kind !== 'rename'}
      hasTarget={dialog.kind === 'newLink'}
      onSubmit={async (name, target) => {
        await create(name, target)
        if (dialog.kind === 'newFile') commands.setDialog({ kind: 'edit', rows: [emptyFile(name)] })
      }}
      onClose={onClose}
    />
  )
}

const initialName = (
  kind: PaneDialog['kind'],
  row: FileRow | undefined,
  isTaken: (name: string) => boolean,
): string => {
  if (kind === 'rename') return row?.name ?? ''
  return kind === 'duplicate' && row ? freeName(row.name, isTaken) : ''
}

const emptyFile = (name: string): FileRow => ({
  ...{ name, key: name, size: 0, time: 0, kind: 'file', bits: 0o644, uid: 0, gid: 0, owner: '', group: '' },
})

interface Making {
  serverId: number
  asRoot: boolean
  dir: string
  name: string
  target: string
  row: FileRow | undefined
}

function makeIt(kind: PaneDialog['kind'], { serverId, asRoot, dir, name, target, row }: Making): Promise<unknown> {
  const place = { serverId, asRoot, dir }
  const quiet = { quiet: true }
  switch (kind) {
    case 'newFolder':
      return call(SftpMakeFolder, { ...place, name }, quiet)
    case 'newLink':
      return call(SftpMakeLink, { ...place, name, target }, quiet)
    case 'newFile': {
      const file = dir === '/' ? `/${name}` : `${dir}/${name}`
      return call(SftpSaveText, { serverId, asRoot, file, text: '', encoding: 'UTF-8', version: '' }, quiet)
    }
    case 'duplicate':
      return call(
        SftpCopy,
        { ...place, srcName: row?.name ?? '', dstName: name, isDir: row !== undefined && isFolder(row) },
        quiet,
      )
    default:
      return call(SftpRename, { ...place, currentName: row?.name ?? '', newName: name }, quiet)
  }
}

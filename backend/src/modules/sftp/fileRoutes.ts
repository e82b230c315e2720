import {
  SftpCopy,
  SftpDelete,
  SftpDownload,
  SftpEdit,
  SftpExists,
  SftpMakeFolder,
  SftpMakeLink,
  SftpPreview,
  SftpRename,
  SftpSpace,
} from '@windlass/shared-kit/contract/sftp'
import { SftpOpenText, SftpSaveText } from '@windlass/shared-kit/contract/sftpText'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { requirePath } from './remotePath.ts'
import { sendFile } from './sendFile.ts'
import {
  copyInside,
  deleteOne,
  existing,
  makeFolder,
  makeLink,
  renameInside,
  requireTime,
  spaceOf,
} from './sftp.service.ts'
import { BULK_BYTES, type Place, type SftpDoor } from './sftpDoor.ts'
import { openText, saveText } from './textFile.ts'

/** Whether a program of its own is worth its start; what is wrong with the file the reading itself will say. */
async function isLarge(door: SftpDoor, caller: Caller, place: Place, file: string): Promise<boolean> {
  const size = door.run(caller, place, undefined, async (sftp) => (await sftp.stat(file)).size)
  return (await size.catch(() => 0)) > BULK_BYTES
}

function mountReading({ mount }: Platform, door: SftpDoor): void {
  mount(SftpPreview, ({ id, file, asRoot }, caller, exchange) =>
    door.run(caller, { serverId: id, asRoot }, { type: 'PREVIEW', path: file }, (sftp) =>
      sendFile(sftp, requirePath(file), 'inline', exchange),
    ),
  )
  mount(SftpDownload, async ({ id, file, asRoot }, caller, exchange) => {
    const place = { serverId: id, asRoot }
    const isBulk = await isLarge(door, caller, place, file)
    const send = (sftp: Parameters<typeof sendFile>[0]) => sendFile(sftp, requirePath(file), 'attachment', exchange)
    return door.run(caller, place, { type: 'DOWNLOAD', path: file }, send, { isBulk })
  })
  mount(SftpOpenText, ({ file, ...place }, caller) =>
    door.run(caller, place, { type: 'PREVIEW', path: file }, (sftp) => openText(sftp, requirePath(file))),
  )
  mount(SftpSpace, ({ dir, ...place }, caller) => door.run(caller, place, undefined, (sftp) => spaceOf(sftp, dir)))
  mount(SftpExists, ({ dir, names, ...place }, caller) =>
    door.run(caller, place, undefined, async (sftp) => ({ list: await existing(sftp, dir, names) })),
  )
}

function mountWriting({ mount }: Platform, door: SftpDoor): void {
  mount(SftpEdit, ({ file, content, modTime, ...place }, caller) =>
    door.run(caller, place, { type: 'EDIT', path: file }, async (sftp) => {
      const path = requirePath(file)
      if (modTime !== undefined) await requireTime(sftp, path, modTime)
      await saveText(sftp, path, { text: content, encoding: 'UTF-8', version: '', isForced: true })
      return null
    }),
  )
  mount(SftpSaveText, ({ serverId, asRoot, file, ...text }, caller) =>
    door.run(caller, { serverId, asRoot }, { type: 'EDIT', path: file }, (sftp) =>
      saveText(sftp, requirePath(file), text),
    ),
  )
  mount(SftpMakeFolder, ({ dir, name, ...place }, caller) =>
    door.run(caller, place, { type: 'MKDIR', path: `${dir}/${name}` }, async (sftp) => {
      await makeFolder(sftp, dir, name)
      return null
    }),
  )
  mount(SftpMakeLink, ({ dir, name, target, ...place }, caller) =>
    door.run(caller, place, { type: 'LINK', path: `${dir}/${name}->${target}` }, async (sftp) => {
      await makeLink(sftp, dir, name, target)
      return null
    }),
  )
}

function mountNames({ mount }: Platform, door: SftpDoor): void {
  mount(SftpRename, ({ serverId, asRoot, ...names }, caller) => {
    const path = `${names.dir}/${names.currentName}->${names.newName}`
    return door.run(caller, { serverId, asRoot }, { type: 'RENAME', path }, async (sftp) => {
      await renameInside(sftp, names)
      return null
    })
  })
  mount(SftpCopy, ({ serverId, asRoot, ...names }, caller) => {
    const path = `${names.dir}/${names.srcName}->${names.dstName}`
    return door.run(caller, { serverId, asRoot }, { type: 'COPY', path }, async (sftp) => {
      await copyInside(sftp, { ...names, keepsOwner: asRoot === true })
      return null
    })
  })
  mount(SftpDelete, ({ file, ...place }, caller) =>
    door.run(caller, place, { type: 'DELETE', path: file }, async (sftp) => {
      await deleteOne(sftp, file)
      return null
    }),
  )
}

/** Everything about one file. */
export function mountFiles(platform: Platform, door: SftpDoor): void {
  mountReading(platform, door)
  mountWriting(platform, door)
  mountNames(platform, door)
}

import {
  SftpChmod,
  SftpChown,
  SftpCopyMany,
  SftpDeleteMany,
  SftpMeasure,
  SftpMove,
} from '@windlass/shared-kit/contract/sftp'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeMany, copyMany, deleteMany, measure, moveMany } from './manyFiles.ts'
import { idOf } from './owners.ts'
import { pathsText } from './pathsText.ts'
import { streamProgress } from './progressStream.ts'
import { requirePath } from './remotePath.ts'
import { bitsFor } from './sftp.service.ts'
import type { SftpDoor } from './sftpDoor.ts'

/** Modes and owners. */
function mountChanges({ mount, ssh }: Platform, door: SftpDoor): void {
  mount(SftpChmod, ({ files, bits, folderBits, isRecursive = false, ...place }, caller, exchange) =>
    streamProgress(exchange, (work) =>
      door.run(caller, place, { type: 'CHMOD', path: `${bits.toString(8)} ${pathsText(files)}` }, (sftp) =>
        changeMany(sftp, files.map(requirePath), isRecursive, work, ({ path, kind }) =>
          sftp.change(path, { bits: bitsFor(kind, bits, folderBits) }),
        ),
      ),
    ),
  )
  mount(SftpChown, ({ files, owner = '', group = '', isRecursive = false, ...place }, caller, exchange) =>
    streamProgress(exchange, (work) =>
      door.run(caller, place, { type: 'CHOWN', path: `${owner}:${group} ${pathsText(files)}` }, async (sftp, way) => {
        const uid = await idOf({ sftp, way, ssh }, 'passwd', owner)
        const gid = await idOf({ sftp, way, ssh }, 'group', group)
        if (uid === undefined && gid === undefined) throw failed('name an owner or a group')
        return changeMany(sftp, files.map(requirePath), isRecursive, work, ({ path, attrs }) =>
          sftp.change(path, { owner: { uid: uid ?? attrs.uid, gid: gid ?? attrs.gid } }),
        )
      }),
    ),
  )
}

/** Work on many files, with its progress as the answer. */
export function mountMany(platform: Platform, door: SftpDoor): void {
  const { mount } = platform
  mountChanges(platform, door)
  mount(SftpMeasure, ({ files, ...place }, caller) =>
    door.run(caller, place, { type: 'READ', path: pathsText(files) }, (sftp) => measure(sftp, files.map(requirePath))),
  )
  mount(SftpMove, ({ files, dir, overwrite = false, ...place }, caller, exchange) =>
    streamProgress(exchange, (work) =>
      door.run(caller, place, { type: 'MOVE', path: `${pathsText(files)}->${dir}` }, (sftp, { asRoot }) =>
        moveMany(sftp, files.map(requirePath), { dir: requirePath(dir), overwrite, keepsOwner: asRoot }, work),
      ),
    ),
  )
  mount(SftpCopyMany, ({ files, dir, overwrite = false, ...place }, caller, exchange) =>
    streamProgress(exchange, (work) =>
      door.run(caller, place, { type: 'COPY', path: `${pathsText(files)}->${dir}` }, (sftp, { asRoot }) =>
        copyMany(sftp, files.map(requirePath), { dir: requirePath(dir), overwrite, keepsOwner: asRoot }, work),
      ),
    ),
  )
  mount(SftpDeleteMany, ({ files, ...place }, caller, exchange) =>
    streamProgress(exchange, (work) =>
      door.run(caller, place, { type: 'DELETE', path: pathsText(files) }, (sftp) =>
        deleteMany(sftp, files.map(requirePath), work),
      ),
    ),
  )
}

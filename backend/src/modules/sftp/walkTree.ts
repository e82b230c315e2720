import { kindOfMode, type SftpKind } from '@windlass/shared-kit/contract/sftpListing'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import type { SftpAttrs } from '../../platform/sftp/sftpPacket.ts'
import { readEntries } from './listing.ts'
import { below } from './remotePath.ts'

/** Something found on a walk; links are found, not followed. */
export interface Found {
  path: string
  /** Below where the walk began; "" is the beginning itself. */
  relative: string
  kind: SftpKind
  attrs: SftpAttrs
}

/** How a walk is made. */
export interface WalkOptions {
  /** Folders after what is in them, for removing. */
  isInnerFirst?: boolean
  signal?: AbortSignal | undefined
  /** A folder that cannot be read; absent: the walk fails. */
  onUnreadable?: (folder: Found, error: unknown) => void
}

async function* walkFolder(sftp: SftpClient, folder: Found, options: WalkOptions): AsyncGenerator<Found> {
  try {
    for await (const entries of readEntries(sftp, folder.path)) {
      for (const { name, attrs } of entries) {
        const relative = folder.relative === '' ? name : `${folder.relative}/${name}`
        yield* walk(sftp, { path: below(folder.path, name), relative, kind: kindOfMode(attrs.mode), attrs }, options)
      }
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!options.onUnreadable) throw error
    options.onUnreadable(folder, error)
  }
}

async function* walk(sftp: SftpClient, found: Found, options: WalkOptions): AsyncGenerator<Found> {
  options.signal?.throwIfAborted()
  if (!options.isInnerFirst) yield found
  if (found.kind === 'dir') yield* walkFolder(sftp, found, options)
  if (options.isInnerFirst) yield found
}

/** Everything at and below a path. */
export async function* walkTree(sftp: SftpClient, path: string, options: WalkOptions = {}): AsyncGenerator<Found> {
  const attrs = await sftp.lstat(path)
  yield* walk(sftp, { path, relative: '', kind: kindOfMode(attrs.mode), attrs }, options)
}

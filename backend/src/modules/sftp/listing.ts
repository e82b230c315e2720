import { kindOfMode, type SftpRow } from '@windlass/shared-kit/contract/sftpListing'
import type { SftpClient, SftpEntry, SftpHandle } from '../../platform/sftp/sftpClient.ts'
import { below } from './remotePath.ts'

/** Some entries of a folder, with the names of owners that have not been told yet. */
export interface ListingPart {
  rows: SftpRow[]
  owners: Record<string, string>
  groups: Record<string, string>
}

/** Requests for more that are under way: on a long line the next part is there when this one is handled. */
const AHEAD = 4
/** As OpenSSH writes a line: mode, number of links, owner, group. */
const OWNERS = /^\S{10,}\s+\d+\s+(\S+)\s+(\S+)\s/

/** The parts of a folder as the server sends them, without `.` and `..`. */
export async function* readEntries(sftp: SftpClient, folder: string): AsyncGenerator<SftpEntry[]> {
  const handle: SftpHandle = await sftp.openFolder(folder)
  const ask = () => {
    const answer = sftp.readFolder(handle)
    // Looked at in its turn.
    answer.catch(() => undefined)
    return answer
  }
  const asked = Array.from({ length: AHEAD }, ask)
  try {
    for (let part = await asked.shift(); part; part = await asked.shift()) {
      asked.push(ask())
      yield part.filter(({ name }) => name !== '.' && name !== '..')
    }
  } finally {
    await sftp.close(handle).catch(() => undefined)
  }
}

/** What a link says and the mode of what it leads to; 0 when that is not there. */
async function linkOf(sftp: SftpClient, file: string): Promise<[string, number]> {
  const [target, mode] = await Promise.all([
    sftp.readlink(file).catch(() => ''),
    sftp.stat(file).then(
      (attrs) => attrs.mode,
      () => 0,
    ),
  ])
  return [target, mode]
}

const rowOf = async (sftp: SftpClient, folder: string, { name, attrs }: SftpEntry): Promise<SftpRow> => {
  const { size, mtime, mode, uid, gid } = attrs
  if (kindOfMode(mode) !== 'link') return [name, size, mtime, mode, uid, gid]
  const [target, targetMode] = await linkOf(sftp, below(folder, name))
  return [name, size, mtime, mode, uid, gid, target, targetMode]
}

/** Lists a folder in parts: the first as soon as the server has said anything. */
export async function* listFolder(sftp: SftpClient, folder: string): AsyncGenerator<ListingPart> {
  const known = { owners: new Set<number>(), groups: new Set<number>() }
  for await (const entries of readEntries(sftp, folder)) {
    const part: ListingPart = { rows: [], owners: {}, groups: {} }
    for (const { attrs, line } of entries) {
      if (known.owners.has(attrs.uid) && known.groups.has(attrs.gid)) continue
      const [, owner, group] = OWNERS.exec(line) ?? []
      if (owner !== undefined && !known.owners.has(attrs.uid)) part.owners[attrs.uid] = owner
      if (group !== undefined && !known.groups.has(attrs.gid)) part.groups[attrs.gid] = group
      known.owners.add(attrs.uid)
      known.groups.add(attrs.gid)
    }
    part.rows = await Promise.all(entries.map((entry) => rowOf(sftp, folder, entry)))
    yield part
  }
}

import { failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { Open } from '../../platform/sftp/sftpPacket.ts'
import type { SftpWay } from '../../platform/sftp/sftpPool.ts'
import { readWhole } from '../../platform/sftp/sftpStreams.ts'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'

const LARGEST_ID = 0xfffffffe
const LIST_BYTES = 4 * 1024 * 1024
const ASK_MS = 10_000

/** Numbers of the lines `name:x:number:…`. */
const idIn = (lines: string, name: string): number | undefined => {
  const line = lines.split('\n').find((one) => one.startsWith(`${name}:`))
  const id = Number(line?.split(':')[2])
  return line !== undefined && Number.isInteger(id) ? id : undefined
}

async function readList(sftp: SftpClient, file: string): Promise<string> {
  const handle = await sftp.open(file, Open.Read)
  try {
    const { size } = await sftp.handleStat(handle)
    return (await readWhole(sftp, handle, Math.min(size, LIST_BYTES))).toString()
  } finally {
    await sftp.close(handle)
  }
}

/**
 * The number of an owner or group by name or number; undefined for "".
 * @throws AppError when the server knows no such name
 */
export async function idOf(
  { sftp, way, ssh }: { sftp: SftpClient; way: SftpWay; ssh: Ssh },
  list: 'passwd' | 'group',
  given: string,
): Promise<number | undefined> {
  const name = given.trim()
  if (name === '') return undefined
  if (/^\d+$/.test(name)) {
    if (Number(name) <= LARGEST_ID) return Number(name)
    throw failed(`${name} is no number of an owner or group`)
  }
  if (!/^[^\s:/-][^\s:/]*$/.test(name)) throw failed(`${JSON.stringify(name)} is no name of an owner or group`)
  const known = idIn(await readList(sftp, `/etc/${list}`).catch(() => ''), name)
  if (known !== undefined) return known
  // Names that come from a directory service are in no file.
  const asked = await ssh
    .exec(way.target, `getent ${list} ${quotePosix(name)}`, { timeoutMs: ASK_MS })
    .catch(() => ({ stdout: '' }))
  const found = idIn(asked.stdout, name)
  if (found === undefined) throw failed(`the server knows no ${list === 'group' ? 'group' : 'user'} ${name}`)
  return found
}

/** The names of an owner and a group; the numbers where the server does not tell. */
export async function namesOf(sftp: SftpClient, uid: number, gid: number): Promise<{ owner: string; group: string }> {
  const told = await sftp.names([uid], [gid]).catch(() => undefined)
  if (told) return { owner: told.owners[0] || String(uid), group: told.groups[0] || String(gid) }
  const nameIn = (lines: string, id: number) =>
    lines
      .split('\n')
      .find((line) => line.split(':')[2] === String(id))
      ?.split(':')[0] ?? String(id)
  const [passwd, group] = await Promise.all(
    ['/etc/passwd', '/etc/group'].map((file) => readList(sftp, file).catch(() => '')),
  )
  return { owner: nameIn(passwd ?? '', uid), group: nameIn(group ?? '', gid) }
}

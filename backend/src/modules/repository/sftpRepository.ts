import { chmod, lstat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type ssh2 from 'ssh2'
import type { Env } from '../../env.ts'
import { failed } from '../../platform/errors.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import { SshError } from '../../platform/ssh/sshError.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { downloadTree, type RemoteTree, type TreeEntry } from './downloadTree.ts'
import { type SftpAddress, sftpAddress } from './repositoryAddress.ts'
import { followedNow, type RepositoryType, withoutHistory } from './repositoryType.ts'
import { withTimeLimit } from './timeLimit.ts'

const PING_MS = 30_000
const FOLLOW_MS = 3_600_000
const FILES_AT_ONCE = 8
const MODE_BITS = 0o777
/** Whatever the server says, the console can send on what it has fetched. */
const OWNER_READS = 0o400
const USUAL_KEYS = ['id_ed25519', 'id_rsa']

interface Tools {
  ssh: Ssh
  env: Pick<Env, 'SSH_KEY_DIR'>
}

/** The key that is named, else the first of the usual ones that is there. */
async function keyFileOf({ ssh, env }: Tools, { keyFile }: SftpAddress): Promise<string> {
  if (keyFile !== '') return keyFile
  const files = USUAL_KEYS.map((name) => path.join(env.SSH_KEY_DIR === '' ? '~/.ssh' : env.SSH_KEY_DIR, name))
  for (const file of files) {
    try {
      return await ssh.keyFiles.resolve(file)
    } catch (error) {
      // Not there: the next may be.
      if (!(error instanceof SshError)) throw error
    }
  }
  throw failed(`no key is named and none of ${files.join(', ')} is there; add --keyFile= to the repository address`)
}

async function targetOf(tools: Tools, address: SftpAddress): Promise<SshTarget> {
  const { host, port, user } = address
  const keyPath = await keyFileOf(tools, address)
  return { serverId: 0, name: 'repository', os: 'linux', host, port, user, keyPath, password: '' }
}

const kindOf = (attrs: ssh2.Stats): TreeEntry['kind'] => {
  if (attrs.isDirectory()) return 'folder'
  return attrs.isFile() ? 'file' : 'other'
}

/** Names of other encodings arrive with this in them and cannot be asked for. */
const LOST = '\ufffd'

function treeOf(sftp: ssh2.SFTPWrapper): RemoteTree {
  const list = promisify<string, ssh2.FileEntryWithStats[]>((folder, done) => sftp.readdir(folder, done))
  const stat = promisify<string, ssh2.Stats>((file, done) => sftp.stat(file, done))

  const realpath = promisify<string, string>((file, done) => sftp.realpath(file, done))
  /** Which folders the links on the way to a folder have led to: one that comes again is a circle. */
  const ways = new Map<string, readonly string[]>()

  const followLink = async (link: string, way: readonly string[]): Promise<Omit<TreeEntry, 'name'>> => {
    try {
      const found = await stat(link)
      if (!found.isDirectory()) return { size: found.size, kind: kindOf(found) }
      const real = await realpath(link)
      if (way.includes(real)) return { size: 0, kind: 'other' }
      ways.set(link, [...way, real])
      return { size: 0, kind: 'folder' }
    } catch {
      // It leads nowhere, or where this user may not look.
      return { size: 0, kind: 'other' }
    }
  }

  const entryOf = async (folder: string, { filename, attrs }: ssh2.FileEntryWithStats): Promise<TreeEntry> => {
    const found = attrs as ssh2.Stats
    const inside = path.posix.join(folder, filename)
    const way = ways.get(folder) ?? [folder]
    if (found.isSymbolicLink()) return { name: filename, ...(await followLink(inside, way)) }
    if (found.isDirectory()) ways.set(inside, way)
    return { name: filename, size: found.size, kind: kindOf(found) }
  }

  return {
    atOnce: FILES_AT_ONCE,
    list: async (folder) => {
      const entries = await list(folder)
      const lost = entries.find(({ filename }) => filename.includes(LOST))
      if (lost) {
        const name = JSON.stringify(path.posix.join(folder, lost.filename))
        throw failed(`${name} cannot be fetched by SFTP: its name is not valid UTF-8; rename it there`)
      }
      return Promise.all(entries.map((entry) => entryOf(folder, entry)))
    },
    fetch: async (remote, local) => {
      const { size, mode, mtime } = await stat(remote)
      await new Promise<void>((resolve, reject) => {
        sftp.fastGet(remote, local, (error) => (error ? reject(error) : resolve()))
      })
      const written = (await lstat(local)).size
      if (written !== size) throw failed(`${remote} changed while it was fetched; deploy again`)
      // As there, so that a transfer sees which files are the same as before.
      await chmod(local, (mode & MODE_BITS) | OWNER_READS)
      await utimes(local, mtime, mtime)
    },
  }
}

/** Works with an open SFTP channel; when the signal ends it, what is on its way ends too. */
const withSftp = <Result>(
  { ssh }: Tools,
  target: SshTarget,
  signal: AbortSignal,
  work: (sftp: ssh2.SFTPWrapper) => Promise<Result>,
): Promise<Result> =>
  ssh.sftp(
    target,
    async (sftp) => {
      const end = () => sftp.end()
      signal.addEventListener('abort', end, { once: true })
      try {
        return await work(sftp)
      } finally {
        signal.removeEventListener('abort', end)
      }
    },
    signal,
  )

const open = async (sftp: ssh2.SFTPWrapper, directory: string): Promise<string> => {
  try {
    const root = await promisify<string, string>((name, done) => sftp.realpath(name, done))(directory)
    // Some servers answer the path of what is not there.
    await promisify<string, ssh2.Stats>((name, done) => sftp.stat(name, done))(root)
    return root
  } catch (error) {
    throw failed(
      `${directory} cannot be opened on the server: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Trees of files behind an SSH server; there is no history, so all of it is fetched each time. */
export function createSftpRepository(tools: Tools): RepositoryType {
  return {
    ...withoutHistory(async (url) => {
      const address = sftpAddress(url)
      const target = await targetOf(tools, address)
      await withTimeLimit({ timeoutMs: PING_MS }, 'the sign-in by SFTP', (signal) =>
        withSftp(tools, target, signal, async (sftp) => {
          const root = await open(sftp, address.directory)
          await treeOf(sftp).list(root)
        }),
      )
    }),
    follow: async (folder, url, _target, watch) => {
      const address = sftpAddress(url)
      const target = await targetOf(tools, address)
      const limits = { signal: watch.signal, timeoutMs: watch.timeoutMs ?? FOLLOW_MS }
      const remarks = await withTimeLimit(limits, 'the download by SFTP', (signal) =>
        withSftp(tools, target, signal, async (sftp) => {
          const root = await open(sftp, address.directory)
          return downloadTree(treeOf(sftp), { root, folder }, { ...watch, signal })
        }),
      )
      return followedNow(remarks)
    },
  }
}

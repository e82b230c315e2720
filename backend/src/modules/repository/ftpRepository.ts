import { chmod, utimes } from 'node:fs/promises'
import { Client, type FileInfo, FileType } from 'basic-ftp'
import { failed } from '../../platform/errors.ts'
import { downloadTree, type RemoteTree, type TreeEntry } from './downloadTree.ts'
import { type FtpAddress, ftpAddress } from './repositoryAddress.ts'
import { followedNow, type RepositoryType, withoutHistory } from './repositoryType.ts'
import { withTimeLimit } from './timeLimit.ts'

const CONNECT_MS = 10_000
/** A transfer in which nothing moves for so long has stopped. */
const SILENT_MS = 30_000
/** Whatever the server says, the console can send on what it has fetched. */
const OWNER_READS = 0o400
const FOLLOW_MS = 3_600_000

const KINDS: Readonly<Partial<Record<FileType, 'file' | 'folder'>>> = {
  [FileType.File]: 'file',
  [FileType.Directory]: 'folder',
}

const placeOf = ({ host, port }: FtpAddress): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** What a person can do about it, in place of the library's own words where those do not say it. */
function explain(address: FtpAddress, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const place = placeOf(address)
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|ISSUER/.test(code)
  if (isCertificate) {
    const hint = 'let a public authority sign it, or start the console with its authority in NODE_EXTRA_CA_CERTS'
    return failed(`${place}: the certificate is not trusted (${message}); ${hint}`)
  }
  if (code === '530') return failed(`${place} refused the sign-in of ${address.user}: ${message}`)
  if (code === '550') return failed(`${place} refused: ${message}`)
  const hidden = address.password === '' ? message : message.replaceAll(address.password, '******')
  return failed(`${place}: ${hidden || code}`)
}

/** Works with a connection that is signed in, and closes it whatever happens. */
async function withClient<Result>(
  address: FtpAddress,
  signal: AbortSignal,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(SILENT_MS)
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    close()
  }, CONNECT_MS)
  try {
    const { host, port, user, password, secure } = address
    await client.access({ host, port, user, password, secure })
    clearTimeout(timer)
    return await work(client)
  } catch (error) {
    if (isLate) throw failed(`${placeOf(address)}: no answer within ${CONNECT_MS / 1000} s`)
    throw explain(address, error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
    close()
  }
}

/** A line end in a path would be a command of its own. */
const requireLine = (file: string): string => {
  if (/[\r\n]/.test(file)) throw failed(`${JSON.stringify(file)} cannot be fetched by FTP: its name has a line end`)
  return file
}

const entryOf = ({ name, type, size, permissions, modifiedAt }: FileInfo): TreeEntry => ({
  name,
  size,
  kind: KINDS[type] ?? 'other',
  mode: permissions && (permissions.user << 6) | (permissions.group << 3) | permissions.world,
  modifyTime: modifiedAt,
})

const treeOf = (client: Client): RemoteTree => ({
  // The protocol has one transfer at a time on a connection.
  atOnce: 1,
  list: async (folder) =>
    (await client.list(requireLine(folder))).filter(({ name }) => name !== '.' && name !== '..').map(entryOf),
  fetch: async (remote, local, { mode, modifyTime }) => {
    await client.downloadTo(local, requireLine(remote))
    if (mode !== undefined) await chmod(local, mode | OWNER_READS)
    if (modifyTime) await utimes(local, modifyTime, modifyTime)
  },
})

/** Trees of files behind an FTP server; there is no history, so all of it is fetched each time. */
export const ftpRepository: RepositoryType = {
  ...withoutHistory(async (url) => {
    const address = ftpAddress(url)
    await withTimeLimit({ timeoutMs: SILENT_MS }, 'the sign-in by FTP', (signal) =>
      withClient(address, signal, (client) => client.cd(address.directory)),
    )
  }),
  follow: async (folder, url, _target, watch) => {
    const address = ftpAddress(url)
    const limits = { signal: watch.signal, timeoutMs: watch.timeoutMs ?? FOLLOW_MS }
    const remarks = await withTimeLimit(limits, 'the download by FTP', (signal) =>
      withClient(address, signal, async (client) => {
        // Told apart from an empty directory, which some servers list for one that is not there.
        await client.cd(address.directory)
        return downloadTree(treeOf(client), { root: await client.pwd(), folder }, { ...watch, signal })
      }),
    )
    return followedNow(remarks)
  },
}

import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LocalSshd, startLocalSshd, writeKeyPair } from '../platform/ssh/localSshd.ts'
import type { SshTarget } from '../platform/ssh/sshTarget.ts'

/** A real sshd with a key that opens it; set `SSH_KEY_DIR` to `keyDir` for the console to use the key. */
export interface TestSshd extends LocalSshd {
  /** Folder of everything below. */
  folder: string
  keyDir: string
  /** The private key that is let in. */
  keyPath: string
  publicKey: string
  /** Where the disk of `diskAt` really is. */
  disk: string
  target: SshTarget
  /** Stops and starts on the same port, for example with another host key. */
  restart(change?: { newHostKey?: boolean }): Promise<void>
}

export interface TestSshdOptions {
  /** Further lines of authorized_keys. */
  authorizedKeys?: readonly string[]
  /** Share the keys of another one, so that one SSH_KEY_DIR serves both. */
  sameKeysAs?: TestSshd
  port?: number
  /**
   * A path at which this server sees a disk of its own, so that several on one machine can be deployed to at the same
   * path; needs root.
   */
  diskAt?: string
  /** The only ciphers it knows, when it is to be one of long ago. */
  ciphers?: string
}

/** A mount namespace of its own, in which the path leads to the disk; `exec` keeps the pid. */
const ownDisk = (disk: string, at: string): readonly string[] => {
  const enter = 'mount --bind "$0" "$1" && shift && exec "$@"'
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', enter, disk, at]
}

/** Starts a real sshd on a random loopback port as the current user; `stop` also removes its files. */
export async function startSshd(options: TestSshdOptions = {}): Promise<TestSshd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sshd-'))
  const keyDir = options.sameKeysAs?.keyDir ?? path.join(folder, 'keys')
  const keyPath = options.sameKeysAs?.keyPath ?? path.join(keyDir, 'id_ed25519')
  await mkdir(keyDir, { recursive: true, mode: 0o700 })
  await chmod(keyDir, 0o700)
  const publicKey = options.sameKeysAs?.publicKey ?? (await writeKeyPair(keyPath, 'test'))
  const authorizedKeys = [publicKey, ...(options.authorizedKeys ?? [])]
  const disk = path.join(folder, 'disk')
  await mkdir(disk)
  if (options.diskAt !== undefined) await mkdir(options.diskAt, { recursive: true })
  const launcher = [
    ...(options.diskAt === undefined ? [] : ownDisk(disk, options.diskAt)),
    ...(options.ciphers === undefined ? [] : ['sh', '-c', `exec "$0" "$@" -o Ciphers=${options.ciphers}`]),
  ]
  const start = (port?: number) =>
    startLocalSshd({
      folder: path.join(folder, 'sshd'),
      authorizedKeys,
      launcher,
      ...(port !== undefined && { port }),
    })

  let running = await start(options.port)
  const { host, port, user, authorizedKeysFile } = running
  return {
    ...{ host, port, user, authorizedKeysFile, folder, keyDir, keyPath, publicKey, disk },
    get pid() {
      return running.pid
    },
    target: { serverId: 1, name: 'test', host, port, user, keyPath, password: '', os: 'linux' },
    restart: async ({ newHostKey = false } = {}) => {
      await running.stop()
      if (newHostKey) await rm(path.join(folder, 'sshd', 'host_key'))
      running = await start(port)
    },
    stop: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

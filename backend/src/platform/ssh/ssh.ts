import type ssh2 from 'ssh2'
import type { Env } from '../../env.ts'
import type { Db } from '../db.ts'
import { offeredCiphers } from './ciphers.ts'
import type { ConnectTools, ConnectWatch, SshConnection } from './connection.ts'
import { connectSsh } from './connectSsh.ts'
import { type ExecOptions, type ExecResult, execSsh, openError } from './execSsh.ts'
import { createHostKeys, type HostKeys } from './hostKeys.ts'
import { createKeyFiles, type KeyFiles } from './keyFiles.ts'
import { createOpensshPool } from './opensshPool.ts'
import { createOpensshSettings, type OpensshSettings, sweepOpensshSettings } from './opensshSettings.ts'
import { createRemoteShells, type RunProgram } from './remoteShell.ts'
import { createSshPool } from './sshPool.ts'
import { connectionKey, hopsOf, type SshTarget } from './sshTarget.ts'

/** The only door to other machines. */
export interface Ssh {
  hostKeys: HostKeys
  keyFiles: KeyFiles
  /** Runs a command line of the target's login shell on a shared connection; quote words with `quotePosix`. */
  exec(target: SshTarget, command: string, options?: ExecOptions): Promise<ExecResult>
  /**
   * Runs a fixed program of `sh`; what differs are its words (`$1`, `$2`…), which are never read as a program. It reads
   * nothing, and runs in a shell that is kept open: much cheaper than `exec` where the account's start-up files are slow.
   */
  sh: RunProgram
  /** Opens SFTP on a shared connection and closes it when `run` has ended. */
  sftp<Result>(
    target: SshTarget,
    run: (sftp: ssh2.SFTPWrapper) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  /**
   * A connection of one's own, for what lives long (a terminal) or must be fresh (a check).
   * @param silentSeconds how long a network that stands still is waited for; a quarter of a minute when absent
   */
  connect(target: SshTarget, signal?: AbortSignal, watch?: ConnectWatch, silentSeconds?: number): Promise<SshConnection>
  /** What the system's ssh, sftp and rsync need to reach the target; dispose of it afterwards, so that the next may use it. */
  openssh(target: SshTarget, signal?: AbortSignal): Promise<OpensshSettings>
}

/** Opens SFTP on a connection. @throws SshError when the server does not offer it */
export const openSftp = (client: ssh2.Client, target: SshTarget): Promise<ssh2.SFTPWrapper> =>
  new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (!error) return resolve(sftp)
      reject(openError(target, error, 'does not offer SFTP'))
    })
  })

interface Tools {
  env: Env
  db: Db
  onStop(run: () => Promise<void>): void
}

/** Opens the door; connections are closed when the server stops. */
export function createSsh({ env, db, onStop }: Tools): Ssh {
  const hostKeys = createHostKeys(db)
  const keyFiles = createKeyFiles(env)
  const tools: ConnectTools = {
    ...{ keyFiles, hostKeys, connectSeconds: env.SSH_CONNECT_SECONDS },
    ciphers: offeredCiphers(env),
  }
  const connect: Ssh['connect'] = (target, signal, watch, silentSeconds) => {
    const patient = silentSeconds === undefined ? tools : { ...tools, silentSeconds }
    return connectSsh(target, patient, { ...(signal && { signal }), ...(watch && { watch }) })
  }
  const pool = createSshPool(connect)
  const openssh = createOpensshPool()
  sweepOpensshSettings(env.DATA_DIR)
  onStop(async () => {
    await openssh.close()
    await pool.close()
  })

  /** The way and the keys its hosts are pinned to: another key makes other settings. */
  const settingsKey = async (target: SshTarget): Promise<string> => {
    const pinned = await Promise.all(hopsOf(target).map((hop) => hostKeys.pinned(hop)))
    return [connectionKey(target), ...pinned.map((key) => key?.publicKey ?? '')].join(' ')
  }

  return {
    hostKeys,
    keyFiles,
    connect,
    exec: (target, command, options = {}) =>
      pool.use(target, (client) => execSsh(client, target, command, options), options.signal),
    sh: createRemoteShells(pool),
    sftp: (target, run, signal) =>
      pool.use(
        target,
        async (client) => {
          const sftp = await openSftp(client, target)
          try {
            // It may have come while the channel was opened, and comes only once.
            signal?.throwIfAborted()
            return await run(sftp)
          } finally {
            sftp.end()
          }
        },
        signal,
      ),
    openssh: async (target, signal) => {
      // The first contact pins the keys, proves the sign-in and explains a failure better than OpenSSH's exit code 255.
      await pool.use(target, async () => undefined, signal)
      const create = () => createOpensshSettings(target, { ...tools, dataDir: env.DATA_DIR })
      return openssh.lend(await settingsKey(target), create)
    },
  }
}

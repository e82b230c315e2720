import type ssh2 from 'ssh2'
import type { Platform } from '../platform.ts'
import { type ConnectTools, connectSsh, type SshConnection } from './connectSsh.ts'
import { type ExecOptions, type ExecResult, execSsh, openError } from './execSsh.ts'
import { createHostKeys, type HostKeys } from './hostKeys.ts'
import { createKeyFiles, type KeyFiles } from './keyFiles.ts'
import { createOpensshPool } from './opensshPool.ts'
import { createOpensshSettings, type OpensshSettings, sweepOpensshSettings } from './opensshSettings.ts'
import { createSshPool } from './sshPool.ts'
import { connectionKey, type SshTarget } from './sshTarget.ts'

/** The only door to other machines. */
export interface Ssh {
  hostKeys: HostKeys
  keyFiles: KeyFiles
  /** Runs a command line of the target's login shell on a shared connection; quote words with `quotePosix`. */
  exec(target: SshTarget, command: string, options?: ExecOptions): Promise<ExecResult>
  /** Opens SFTP on a shared connection and closes it when `run` has ended. */
  sftp<Result>(
    target: SshTarget,
    run: (sftp: ssh2.SFTPWrapper) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  /** A connection of one's own, for what lives long (a terminal) or must be fresh (a check). */
  connect(target: SshTarget, signal?: AbortSignal): Promise<SshConnection>
  /** What the system's ssh, sftp and rsync need to reach the target; dispose of it afterwards, so that the next may use it. */
  openssh(target: SshTarget, signal?: AbortSignal): Promise<OpensshSettings>
}

const openSftp = (client: ssh2.Client, target: SshTarget): Promise<ssh2.SFTPWrapper> =>
  new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (!error) return resolve(sftp)
      reject(openError(target, error, 'does not offer SFTP'))
    })
  })

/** Opens the door; connections are closed when the server stops. */
export function createSsh({ env, db, onStop }: Pick<Platform, 'env' | 'db' | 'onStop'>): Ssh {
  const hostKeys = createHostKeys(db)
  const keyFiles = createKeyFiles(env)
  const tools: ConnectTools = { keyFiles, hostKeys, connectSeconds: env.SSH_CONNECT_SECONDS }
  const connect = (target: SshTarget, signal?: AbortSignal) => connectSsh(target, tools, signal)
  const pool = createSshPool(connect)
  const openssh = createOpensshPool()
  sweepOpensshSettings(env.DATA_DIR)
  onStop(async () => {
    await openssh.close()
    await pool.close()
  })

  /** The way and the keys its hosts are pinned to: another key makes other settings. */
  const settingsKey = async (target: SshTarget): Promise<string> => {
    const pinned = [await hostKeys.pinned(target), target.jump && (await hostKeys.pinned(target.jump))]
    return [connectionKey(target), ...pinned.map((key) => key?.publicKey ?? '')].join(' ')
  }

  return {
    hostKeys,
    keyFiles,
    connect,
    exec: (target, command, options = {}) =>
      pool.use(target, (client) => execSsh(client, target, command, options), options.signal),
    sftp: (target, run, signal) =>
      pool.use(
        target,
        async (client) => {
          const sftp = await openSftp(client, target)
          try {
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

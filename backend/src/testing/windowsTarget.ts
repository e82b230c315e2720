import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { startLocalSshd, writeKeyPair } from '../platform/ssh/localSshd.ts'

const SFTP_SERVER = '/usr/lib/openssh/sftp-server'
const HOME = 'users/windlass'

/** Wine, and the right to give a server a root of its own. */
export const CAN_BE_WINDOWS =
  process.getuid?.() === 0 && process.platform === 'linux' && existsSync('/usr/bin/wine') && existsSync(SFTP_SERVER)

/**
 * What somebody meets who signs in over SSH: commands go to Wine's cmd.exe, and files lie below `/C:`, as OpenSSH for
 * Windows shows them.
 */
const session = (folder: string) => `#!/bin/sh
export WINEPREFIX='${folder}/wine' WINEDEBUG=-all DISPLAY=
case "$SSH_ORIGINAL_COMMAND" in
  internal-sftp | *sftp-server) exec chroot '${folder}/root' ${SFTP_SERVER} -d '/C:/${HOME}' ;;
  *) cd "$WINEPREFIX/drive_c/${HOME}" && exec wine cmd /d /c "$SSH_ORIGINAL_COMMAND" ;;
esac
`

const MOUNTS = `set -e
for each in usr lib lib64 etc dev; do mkdir -p "$0/root/$each"; [ ! -e "/$each" ] || mount --rbind "/$each" "$0/root/$each"; done
mkdir -p "$0/root/C:" && mount --bind "$0/wine/drive_c" "$0/root/C:"
exec "$@"`

/** A server that is Windows to those who sign in. */
export interface WindowsTarget {
  port: number
  keyFile: string
  /** Reads a file below drive C. */
  read(file: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a real sshd in front of Wine. */
export async function startWindowsTarget(): Promise<WindowsTarget> {
  const folder = await mkdtemp(path.join(tmpdir(), 'windlass-wine-'))
  const drive = path.join(folder, 'wine/drive_c')
  const env = { WINEPREFIX: path.join(folder, 'wine'), WINEDEBUG: '-all', DISPLAY: '' }
  await execa('wineboot', ['--init'], { env, stdio: 'ignore' })
  await mkdir(path.join(drive, HOME), { recursive: true })
  const keyFile = path.join(folder, 'id_ed25519')
  const publicKey = await writeKeyPair(keyFile, 'windows')
  const program = path.join(folder, 'session')
  await writeFile(program, session(folder))
  await chmod(program, 0o755)
  const sshd = await startLocalSshd({
    folder: path.join(folder, 'sshd'),
    authorizedKeys: [`command="${program}" ${publicKey}`],
    launcher: ['unshare', '-m', 'sh', '-c', MOUNTS, folder],
  })
  return {
    port: sshd.port,
    keyFile,
    read: (file) => readFile(path.join(drive, file), 'utf8'),
    stop: async () => {
      await sshd.stop()
      await execa('wineserver', ['--kill'], { env, reject: false })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { readFile } from 'node:fs/promises'
import ssh2 from 'ssh2'
import type { LocalSshd } from '../platform/ssh/localSshd.ts'

/** A shell over SSH with nothing between, as the floor that a terminal is measured against. */
export interface BareShell {
  write(text: string): void
  /** Gets everything the shell prints, as it comes. */
  onOutput: (chunk: Buffer) => void
  end(): void
}

/** Opens a terminal of 24 rows and 80 columns on a server. */
export async function openBareShell(
  sshd: Pick<LocalSshd, 'host' | 'port' | 'user'>,
  keyFile: string,
): Promise<BareShell> {
  const client = new ssh2.Client()
  const privateKey = await readFile(keyFile)
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject)
    client.connect({
      ...{ host: sshd.host, port: sshd.port, username: sshd.user, privateKey },
      algorithms: { cipher: ['aes128-gcm@openssh.com'] },
    })
  })
  client.setNoDelay(true)
  const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) => {
    const window = { rows: 24, cols: 80, term: 'xterm-256color', width: 0, height: 0 }
    client.shell(window, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const shell: BareShell = {
    write: (text) => channel.write(text),
    onOutput: () => undefined,
    end: () => client.end(),
  }
  channel.on('data', (chunk: Buffer) => shell.onOutput(chunk))
  return shell
}

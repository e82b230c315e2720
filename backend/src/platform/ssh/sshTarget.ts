import { createHash } from 'node:crypto'

/** One machine on the way: where it is and how to sign in there. */
export interface SshHop {
  host: string
  port: number
  user: string
  /** Private key file on this machine; "" means sign-in by password. */
  keyPath: string
  /** In plain: the passphrase when `keyPath` is set, else the password. */
  password: string
}

/** A server to connect to, secrets in plain; it never leaves the process. */
export interface SshTarget extends SshHop {
  serverId: number
  name: string
  os: string
  /** The machines to connect through, in the order of the way. */
  jumps?: readonly SshHop[]
}

/** Every machine on the way, the target itself last. */
export const hopsOf = (target: SshTarget): SshHop[] => [...(target.jumps ?? []), target]

const hopFields = ({ host, port, user, keyPath, password }: SshHop) => [host, port, user, keyPath, password]

/** Two targets with the same key may share a connection: nothing about the way there differs. */
export const connectionKey = (target: SshTarget): string =>
  createHash('sha256')
    .update(JSON.stringify(hopsOf(target).map(hopFields)))
    .digest('base64url')

/** `host:port` as people write it, with brackets around an address of version 6. */
export const address = ({ host, port }: Pick<SshHop, 'host' | 'port'>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

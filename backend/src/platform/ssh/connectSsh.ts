import net from 'node:net'
import type { Duplex } from 'node:stream'
import type { HostKey } from '@windlass/shared-kit/contract/server'
import ssh2 from 'ssh2'
import type { HostKeys } from './hostKeys.ts'
import type { KeyFiles, PrivateKey } from './keyFiles.ts'
import { connectError, SshError, timeoutError } from './sshError.ts'
import { address, type SshHop, type SshTarget } from './sshTarget.ts'

/** An open connection; whoever asked for it ends it. */
export interface SshConnection {
  client: ssh2.Client
  /** The keys that were shown, the jump host first. */
  hostKeys: HostKey[]
  /** Ends the connection and the one to the jump host. */
  end(): void
}

/** What connecting needs besides the target. */
export interface ConnectTools {
  keyFiles: KeyFiles
  hostKeys: HostKeys
  connectSeconds: number
}

/** aes128-gcm first: the fastest where the processor helps, which is nearly everywhere. */
export const CIPHERS = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'chacha20-poly1305@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
] as const

const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const

/** A silent peer is given up after three of these. */
const KEEPALIVE_MS = 5_000
const KEEPALIVE_COUNT = 3

/** A host with several keys must show the pinned one, else a harmless choice would look like a changed key. */
const hostKeyAlgorithms = (pinnedType: string | undefined) => {
  const isPinned = (name: string) => name === pinnedType || (pinnedType === 'ssh-rsa' && name.startsWith('rsa-'))
  return [...HOST_KEY_ALGORITHMS.filter(isPinned), ...HOST_KEY_ALGORITHMS.filter((name) => !isPinned(name))]
}

function authMethods(hop: SshHop, key: PrivateKey | undefined): ssh2.AnyAuthMethod[] {
  const username = hop.user
  const methods: ssh2.AnyAuthMethod[] = []
  if (key) methods.push({ type: 'publickey', username, key: key.key })
  // A passphrase is no business of the server, so it is never tried as a password.
  if (hop.password === '' || key?.isEncrypted) return methods
  methods.push({ type: 'password', username, password: hop.password })
  methods.push({
    type: 'keyboard-interactive',
    username,
    prompt: (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => hop.password)),
  })
  return methods
}

const refusedError = (hop: SshHop, key: PrivateKey | undefined, through: SshHop | undefined): SshError => {
  const way = through ? `the jump host ${address(through)} let us in, but ${address(hop)}` : address(hop)
  if (key) {
    const hint = `add its public key to the authorized keys of ${hop.user}${through ? ' on the target itself' : ''}`
    return new SshError('key-refused', `${way} refused the key ${hop.keyPath} for user ${hop.user}; ${hint}`)
  }
  return new SshError('password-refused', `${way} refused the password of user ${hop.user}`)
}

/** A TCP connection with its own time limit; Nagle's algorithm would cost small packets up to 40 ms each. */
function dial(hop: SshHop, seconds: number, signal?: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hop.host, port: hop.port, ...(signal && { signal }) })
    const timer = setTimeout(() => socket.destroy(timeoutError(hop, seconds)), seconds * 1000)
    socket.setNoDelay(true)
    // Stays for the life of the socket: an error before the handshake listens would end the whole process.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(signal?.aborted ? signal.reason : connectError(hop, error, seconds))
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}

/** The way on from a jump host. */
function dialThrough(jump: ssh2.Client, through: SshHop, hop: SshHop): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    jump.forwardOut('127.0.0.1', 0, hop.host, hop.port, (error, channel) => {
      if (!error) return resolve(channel)
      const reason = error.message.replace(/^\(SSH\) Channel open failure:\s*/, '')
      reject(
        new SshError(
          'unreachable',
          `the jump host ${address(through)} cannot reach ${address(hop)}: ${reason || 'refused'}`,
        ),
      )
    })
  })
}

interface Handshake {
  hop: SshHop
  through?: SshHop
  signal?: AbortSignal
}

async function handshake(socket: Duplex, { hop, through, signal }: Handshake, tools: ConnectTools) {
  const { hostKeys, keyFiles, connectSeconds } = tools
  const key = hop.keyPath === '' ? undefined : await keyFiles.open(hop.keyPath, hop.password)
  const pinned = await hostKeys.pinned(hop)
  signal?.throwIfAborted()
  const client = new ssh2.Client()
  return new Promise<{ client: ssh2.Client; hostKey: HostKey }>((resolve, reject) => {
    let hostKey: HostKey | undefined
    let refusal: unknown
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort)
      client.destroy()
      socket.destroy()
      reject(refusal ?? error)
    }
    const abort = () => fail(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    client.on('error', (error: Error & { level?: string }) => {
      const isRefused = error.level === 'client-authentication' || /too many authentication/i.test(error.message)
      fail(isRefused ? refusedError(hop, key, through) : connectError(hop, error, connectSeconds))
    })
    client.once('close', () => fail(connectError(hop, new Error('the host closed the connection'), connectSeconds)))
    client.once('ready', () => {
      signal?.removeEventListener('abort', abort)
      client.removeAllListeners('close')
      if (hostKey) resolve({ client, hostKey })
    })
    client.connect({
      sock: socket,
      username: hop.user,
      authHandler: authMethods(hop, key),
      readyTimeout: connectSeconds * 1000,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVE_COUNT,
      algorithms: { cipher: [...CIPHERS], serverHostKey: hostKeyAlgorithms(pinned?.algorithm) },
      hostVerifier: (blob: Buffer, verify: (isValid: boolean) => void) => {
        hostKeys.verify(hop, blob).then(
          (known) => {
            hostKey = known
            verify(true)
          },
          (error: unknown) => {
            refusal = error
            verify(false)
          },
        )
      },
    })
  })
}

function demand(hop: SshHop): void {
  if (hop.user === '') throw new SshError('protocol', `${address(hop)}: no user is set; enter the user to sign in as`)
  if (hop.keyPath === '' && hop.password === '') {
    throw new SshError('protocol', `${address(hop)}: neither a key file nor a password is set for ${hop.user}`)
  }
}

/**
 * Connects to a target, through its jump host if it has one.
 * @throws SshError that says which of the machines did what
 */
export async function connectSsh(target: SshTarget, tools: ConnectTools, signal?: AbortSignal): Promise<SshConnection> {
  signal?.throwIfAborted()
  demand(target)
  const given = signal ? { signal } : {}
  const { jump } = target
  if (!jump) {
    const socket = await dial(target, tools.connectSeconds, signal)
    const { client, hostKey } = await handshake(socket, { hop: target, ...given }, tools)
    return { client, hostKeys: [hostKey], end: () => client.end() }
  }
  demand(jump)
  const first = await handshake(await dial(jump, tools.connectSeconds, signal), { hop: jump, ...given }, tools)
  try {
    const channel = await dialThrough(first.client, jump, target)
    const { client, hostKey } = await handshake(channel, { hop: target, through: jump, ...given }, tools)
    // A jump connection that is cut takes the one through it along.
    first.client.once('close', () => client.destroy())
    client.once('close', () => first.client.end())
    return { client, hostKeys: [first.hostKey, hostKey], end: () => client.end() }
  } catch (error) {
    first.client.end()
    throw error
  }
}

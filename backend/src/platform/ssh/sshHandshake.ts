import type { Duplex } from 'node:stream'
import type { HostKey } from '@windlass/shared-kit/contract/server'
import ssh2 from 'ssh2'
import type { ConnectStep, ConnectTools } from './connection.ts'
import type { PrivateKey } from './keyFiles.ts'
import { connectError, SshError } from './sshError.ts'
import { address, type SshHop } from './sshTarget.ts'

const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const

/** A silent peer is asked so often whether it is there. */
const KEEPALIVE_SECONDS = 5
const SILENT_SECONDS = 15

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

/** How long a machine may be silent, before it has let us in and afterwards. */
const patience = ({ connectSeconds, silentSeconds = SILENT_SECONDS }: ConnectTools) => ({
  readyTimeout: connectSeconds * 1000,
  keepaliveInterval: KEEPALIVE_SECONDS * 1000,
  keepaliveCountMax: Math.ceil(silentSeconds / KEEPALIVE_SECONDS),
})

/** Signing in at one machine. */
export interface Handshake {
  hop: SshHop
  /** The machine before it on the way. */
  through?: SshHop
  signal?: AbortSignal
  /** Is told how far it has come. */
  tell: (step: ConnectStep, state: 'begun' | 'passed', detail?: string) => void
}

const TAKES_PASSWORDS = ['password', 'keyboard-interactive']

/** @param offered the ways to sign in that the host named when it refused */
function refusedError({ hop, through }: Handshake, key: PrivateKey | undefined, offered: readonly string[]): SshError {
  const way = through ? `the jump host ${address(through)} let us in, but ${address(hop)}` : address(hop)
  if (key) {
    const hint = `add its public key to the authorized keys of ${hop.user}${through ? ' on the target itself' : ''}`
    return new SshError('key-refused', `${way} refused the key ${hop.keyPath} for user ${hop.user}; ${hint}`)
  }
  const takesNone = offered.length > 0 && !offered.some((method) => TAKES_PASSWORDS.includes(method))
  const hint = takesNone ? `; it takes no passwords at all, only ${offered.join(', ')}: sign in with a key` : ''
  return new SshError('password-refused', `${way} refused the password of user ${hop.user}${hint}`)
}

/**
 * Before the time limit of the connection begins, because a passphrase takes a second of work on purpose. What is
 * wrong with the key is told when it would be used, after the host has shown who it is.
 */
const openKey = (hop: SshHop, keyFiles: ConnectTools['keyFiles']): Promise<{ key?: PrivateKey; keyError?: unknown }> =>
  hop.keyPath === ''
    ? Promise.resolve({})
    : keyFiles.open(hop.keyPath, hop.password).then(
        (key) => ({ key }),
        (keyError: unknown) => ({ keyError }),
      )

/** Judges a host by its key. The host may be gone by then: ssh2 takes no answer for a connection that has ended. */
const answering = (client: ssh2.Client, verify: (blob: Buffer) => Promise<void>, refuse: (error: unknown) => void) => {
  let isOver = false
  client.once('close', () => {
    isOver = true
  })
  return (blob: Buffer, answer: (isValid: boolean) => void) => {
    verify(blob)
      .then(
        () => true,
        (error: unknown) => {
          refuse(error)
          return false
        },
      )
      .then((isValid) => isOver || answer(isValid))
  }
}

/**
 * Talks SSH over an open way to a machine: its key is checked before anything secret is sent.
 * @throws SshError that says what the machine did
 */
export async function handshake(socket: Duplex, about: Handshake, tools: ConnectTools) {
  const { hop, signal, tell } = about
  const { hostKeys, connectSeconds, ciphers } = tools
  tell('hostKey', 'begun')
  const pinned = await hostKeys.pinned(hop)
  const { key, keyError } = await openKey(hop, tools.keyFiles)
  signal?.throwIfAborted()
  const client = new ssh2.Client()
  return new Promise<{ client: ssh2.Client; hostKey: HostKey }>((resolve, reject) => {
    let hostKey: HostKey | undefined
    let refusal: unknown
    let methods: ssh2.AnyAuthMethod[] | undefined
    let offered: readonly string[] = []
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
      fail(isRefused ? refusedError(about, key, offered) : connectError(hop, error, connectSeconds))
    })
    client.once('close', () => fail(connectError(hop, new Error('the host closed the connection'), connectSeconds)))
    client.once('ready', () => {
      signal?.removeEventListener('abort', abort)
      client.removeAllListeners('close')
      tell('auth', 'passed', hop.user)
      if (hostKey) resolve({ client, hostKey })
    })
    const verifyHost = async (blob: Buffer) => {
      hostKey = await hostKeys.verify(hop, blob)
      tell('hostKey', 'passed', `${hostKey.algorithm} ${hostKey.fingerprint}`)
      tell('auth', 'begun')
      if (keyError !== undefined) throw keyError
    }
    client.connect({
      sock: socket,
      username: hop.user,
      ...patience(tools),
      authHandler: (left, _partial, next) => {
        if (Array.isArray(left)) offered = left
        methods ??= authMethods(hop, key)
        // ssh2 asks for `false` to say that nothing is left, which its types do not know.
        next((methods.shift() ?? false) as ssh2.AnyAuthMethod)
      },
      algorithms: { cipher: [...ciphers], serverHostKey: hostKeyAlgorithms(pinned?.algorithm) },
      hostVerifier: answering(client, verifyHost, (error) => {
        refusal = error
      }),
    })
  })
}

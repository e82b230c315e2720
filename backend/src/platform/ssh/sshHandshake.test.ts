import { once } from 'node:events'
import net from 'node:net'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { offeredCiphers } from './ciphers.ts'
import type { ConnectTools } from './connection.ts'
import { SshError } from './sshError.ts'
import { handshake } from './sshHandshake.ts'

const ciphers = offeredCiphers({ SSH_LEGACY_CIPHERS: false })
let sshd: TestSshd

beforeAll(async () => {
  sshd = await startSshd()
})
afterAll(() => sshd.stop())

it.each([
  ['known', () => undefined],
  ['another one', () => new SshError('host-key', 'the host key has changed')],
])('takes a host that goes while its key is looked up for gone, were the key %s or not', async (_name, verdict) => {
  const { host, port } = sshd.target
  const socket = net.connect(port, host)
  await once(socket, 'connect')
  const gone = once(socket, 'close')
  const answered = Promise.withResolvers<void>()
  const hostKeys: Pick<ConnectTools['hostKeys'], 'pinned' | 'verify'> = {
    pinned: () => Promise.resolve(undefined),
    verify: async () => {
      socket.destroy()
      await gone
      setImmediate(answered.resolve)
      const problem = verdict()
      if (problem) throw problem
      return { host, port, algorithm: 'ssh-ed25519', fingerprint: 'SHA256:x', isNew: true }
    },
  }
  const about = { hop: { ...sshd.target, keyPath: '', password: 'x' }, tell: () => undefined }
  const ended = handshake(socket, about, { hostKeys, connectSeconds: 20, ciphers } as ConnectTools)
  await expect(ended).rejects.toThrow(/the host closed the connection/)
  // Answering a connection that is over would be an error that nobody catches, which fails the run.
  await answered.promise
})

/** A server that asks questions instead of taking a password, as those behind PAM or a one-time password do. */
async function startAskingServer(answers: readonly string[]) {
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519')
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
      context.prompt(
        answers.map((_, index) => ({ prompt: `Question ${index}:`, echo: false })),
        (given) => (JSON.stringify(given) === JSON.stringify(answers) ? context.accept() : context.reject()),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as net.AddressInfo).port, stop: () => server.close() }
}

it('answers the questions of a server that takes a password in no other way', async () => {
  const { port, stop } = await startAskingServer(['open sesame'])
  const hostKeys: Pick<ConnectTools['hostKeys'], 'pinned' | 'verify'> = {
    pinned: () => Promise.resolve(undefined),
    verify: ({ host }) =>
      Promise.resolve({ host, port, algorithm: 'ssh-ed25519', fingerprint: 'SHA256:x', isNew: true }),
  }
  const signIn = async (password: string) => {
    const socket = net.connect(port, '127.0.0.1')
    const hop = { host: '127.0.0.1', port, user: 'alice', keyPath: '', password }
    const { client } = await handshake(socket, { hop, tell: () => undefined }, {
      hostKeys,
      connectSeconds: 20,
      ciphers,
    } as ConnectTools)
    client.destroy()
  }
  await signIn('open sesame')
  await expect(signIn('open barley')).rejects.toThrow(/refused the password of user alice$/)
  stop()
})

import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import type { ConnectTools } from './connection.ts'
import { SshError } from './sshError.ts'
import { handshake } from './sshHandshake.ts'

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
  const ended = handshake(socket, about, { hostKeys, connectSeconds: 20 } as ConnectTools)
  await expect(ended).rejects.toThrow(/the host closed the connection/)
  // Answering a connection that is over would be an error that nobody catches, which fails the run.
  await answered.promise
})

import { randomUUID } from 'node:crypto'
import { createServer, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { NotifyType } from '@windlass/shared-kit/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { causeText } from '../modules/monitor/checks/failureText.ts'
import { postNotice } from '../modules/notification/postNotice.ts'
import { networksOf } from '../outboundEnv.ts'
import { closeTestServer, makeTestServer } from '../testing/testServer.ts'
import { guardOutbound } from './outbound.ts'
import { sentenceIn } from './sentences/sentences.ts'
import { connectError } from './ssh/sshError.ts'

const BLOCKED = 'ERR_IP_BLOCKED'

describe('what the console calls', () => {
  const server = createServer((_request, response) => response.end('here'))
  let port = 0
  let undo = () => {}
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => undo())
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const guard = (deny: string, allow = '') => {
    undo = guardOutbound({ OUTBOUND_DENY: deny, OUTBOUND_ALLOW: allow })
  }
  const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
  const outcome = (socket: Socket) =>
    new Promise((resolve) => {
      socket.once('connect', () => resolve('open')).once('error', (error) => resolve(codeOf(error)))
    }).finally(() => socket.destroy())

  it.each([
    ['fetch', () => fetch(`http://localhost:${port}`).then(String, ({ cause }: Error) => codeOf(cause))],
    ['an address', () => outcome(connect(port, '127.0.0.1'))],
    ['a name', () => outcome(connect({ port, host: 'localhost', family: 4 }))],
    ['an address in the other notation', () => outcome(connect({ port, host: '::ffff:127.0.0.1' }))],
    ['TLS', () => outcome(connectTls({ port, host: '127.0.0.1' }))],
    ['HTTP', () => new Promise((resolve) => get(`http://127.0.0.1:${port}`).on('error', (e) => resolve(codeOf(e))))],
  ])('is not called where the settings forbid it: by %s', async (_by, call) => {
    guard('10.0.0.0/8, 127.0.0.0/8')
    expect(await call()).toBe(BLOCKED)
  })

  it('is called where they do not, and nowhere else where they name what may be called', async () => {
    guard('10.0.0.0/8')
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here')
    undo()
    guard('', '192.168.0.0/16')
    expect(await outcome(connect(port, '127.0.0.1'))).toBe(BLOCKED)
    undo()
    guard('', '192.168.0.0/16,127.0.0.1')
    expect(await outcome(connect(port, '127.0.0.1'))).toBe('open')
    undo()
    guard('127.0.0.1', '127.0.0.0/8')
    expect(await outcome(connect(port, '127.0.0.1'))).toBe(BLOCKED)
  })

  it('is told in words that name the setting, whoever wanted to call', async () => {
    guard('127.0.0.0/8')
    // A place that nobody is connected to yet: what is open already is not asked again.
    const place = `http://127.0.0.9:${port}`
    const error: unknown = await fetch(place).catch((thrown: unknown) => thrown)
    const words = 'this console may not call the address (OUTBOUND_DENY, OUTBOUND_ALLOW)'
    expect(causeText(error)).toBe(words)
    expect(sentenceIn('zh-cn', words)).toContain('不得访问')
    const hop = { host: '127.0.0.9', port, user: 'root', keyPath: '', password: '' }
    expect(connectError(hop, (error as Error).cause, 1).message).toContain(words)
    const url = new URL(place)
    const notice = await postNotice(NotifyType.Custom, { url, body: {} }, randomUUID())
    expect(notice).toMatchObject({ isSent: false, answer: expect.stringContaining('OUTBOUND_DENY') })
  })

  it('is limited while it runs', async () => {
    const console = await makeTestServer({ OUTBOUND_DENY: '127.0.0.2' })
    const reach = () => outcome(connect(port, '127.0.0.2'))
    expect(await reach()).toBe(BLOCKED)
    await closeTestServer(console)
    expect(await reach()).toBe('ECONNREFUSED')
  })

  it.each(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200'])(
    'is never the place where clouds keep credentials: %s',
    async (host) => {
      undo = guardOutbound(readEnv({}))
      expect(await outcome(connect({ port: 80, host }))).toBe(BLOCKED)
    },
  )

  it.each(['10.0.0.0/33', 'fd00::/129', 'example.com', '10.0.0.0/8/8', '10.0.0.0/x', '10.0.0'])(
    'is not limited by %s',
    (text) => {
      expect(() => networksOf(text)).toThrow(`${text} is no address`)
      expect(() => readEnv({ OUTBOUND_ALLOW: text })).toThrow('OUTBOUND_ALLOW')
    },
  )
})

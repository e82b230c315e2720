import { NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { plausibly, sampleInput } from '../testing/sampleInput.ts'
import { hostOf } from '../testing/terminalClient.ts'
import type { TestCaller } from '../testing/testServer.ts'
import { makeWalkedServer } from '../testing/walkedServer.ts'

// Started while the tests are collected, because the tests are made from what it has mounted.
const server = await makeWalkedServer()
const { own, foreign } = server
const routes = server.platform.sockets.endpoints
/** How long an open socket is listened to: what a server that cannot be reached has to say is here by then. */
const PATIENCE_MS = 2_000

beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => server.close())

interface Heard {
  isOpen: boolean
  /** Every frame, or the answer in place of a socket. */
  said: string
  closeCode: number
}

/** Opens a socket, says what there is to say, and listens until it is closed or nothing more can come. */
function visit(
  path: string,
  caller: Pick<TestCaller, 'headers' | 'namespaceId'>,
  input: Record<string, unknown>,
  frames: readonly (string | Buffer)[] = [],
): Promise<Heard> {
  const query = new URLSearchParams({ [NAMESPACE_HEADER]: String(caller.namespaceId) })
  for (const [name, value] of Object.entries(input)) query.set(name, String(value))
  const host = hostOf(server)
  const headers = { ...caller.headers, origin: `http://${host}` }
  const socket = new WebSocket(`ws://${host}${path}?${query}`, { headers })
  const heard: Heard = { isOpen: false, said: '', closeCode: 0 }
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      resolve(heard)
    }
    socket.on('open', () => {
      heard.isOpen = true
      timer = setTimeout(() => socket.terminate(), PATIENCE_MS)
      for (const frame of frames) socket.send(frame)
    })
    socket.on('message', (data: Buffer) => {
      heard.said += data.toString()
    })
    socket.on('unexpected-response', (_request, response) => {
      response.on('data', (chunk: Buffer) => {
        heard.said += chunk.toString()
      })
      response.on('end', end)
    })
    socket.on('error', (error) => {
      heard.said += error.message
    })
    socket.on('close', (code) => {
      heard.closeCode = code
      end()
    })
  })
}

const nobody = { headers: {}, namespaceId: own.id }
const inputOf = (path: string, ids: { id: number; token: string }) => {
  const route = routes.find((endpoint) => endpoint.path === path)
  return route ? sampleInput(route, plausibly(ids)) : {}
}

describe.each(routes)('the websocket $path', ({ path, access }) => {
  it('is not opened to nobody, nor with a session of nobody', async () => {
    const forged = { ...nobody, headers: { cookie: `${server.env.COOKIE_NAME}=a.b.c` } }
    for (const caller of [nobody, forged]) expect((await visit(path, caller, inputOf(path, own))).isOpen).toBe(false)
  })

  it('is not opened without its permission, nor in a namespace of others', async () => {
    const needed: readonly number[] = typeof access === 'string' ? [] : access
    const others = Object.values(Permission).filter((id) => !needed.includes(id))
    const lacking = await server.makeUser(others)
    expect((await visit(path, lacking, inputOf(path, own))).isOpen).toBe(needed.length === 0)
    const intruder = server.inNamespace(await server.renewOwn(), foreign.id)
    const heard = await visit(path, intruder, inputOf(path, foreign))
    expect(heard.isOpen).toBe(false)
    expect(heard.said).not.toContain(foreign.mark)
  })

  it('shows nothing of the rows of another namespace, and reaches none of its servers', async () => {
    const before = await server.rowsOf(foreign)
    const caller = await server.renewOwn()
    const heard = await visit(path, caller, inputOf(path, foreign), ['{"type":"resize","cols":80,"rows":24}'])
    expect(heard.said).not.toContain(foreign.mark)
    expect(await server.rowsOf(foreign)).toEqual(before)
    expect(server.knocks()).toBe(0)
  })

  it.each([
    ['no JSON', ['{"type":', 'null', '[]', '"x"', '1e999']],
    ['frames of no kind', ['{}', '{"type":"__proto__"}', '{"type":"constructor"}', '{"type":{"type":"list"}}']],
    ['a prototype', ['{"__proto__":{"isSuperManager":true},"type":"list"}']],
    ['ten thousand levels', [`${'{"type":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '['.repeat(100_000)]],
    ['bytes', [Buffer.alloc(4096, 0xff), Buffer.from([0]), '']],
  ] as [string, (string | Buffer)[]][])('outlives %s', async (_what, frames) => {
    const caller = await server.renewOwn()
    const heard = await visit(path, caller, inputOf(path, own), frames)
    expect(heard.said).not.toMatch(/the log has the reason|node:internal|\.ts:\d+|Unexpected token/)
    expect((await server.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
  })

  it('is closed by a frame of ten megabytes, and by nothing else that waits', async () => {
    const caller = await server.renewOwn()
    const heard = await visit(path, caller, inputOf(path, own), ['x'.repeat(10 * 1024 * 1024)])
    // Where no server answers it is over before.
    expect(heard.isOpen ? [1006, 1009, 1000, 1011] : [0, 1006]).toContain(heard.closeCode)
    expect((await server.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
  })
})

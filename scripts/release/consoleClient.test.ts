import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ReleasePublish } from '@windlass/shared-kit/contract/release'
import { afterEach, describe, expect, it } from 'vitest'
import { consoleClient } from './consoleClient.ts'

let server: ReturnType<typeof createServer> | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function clientOf(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return consoleClient({ url: `http://127.0.0.1:${port}/below`, apiKey: 'k', namespaceId: 3 })
}

const content = Buffer.alloc(3_000_000, 'archive ')
const upload = { name: 'logs-1.0.0.tgz', content }

describe('an upload', () => {
  it('arrives whole, with key and namespace, and tells how far it is', async () => {
    let body = Buffer.alloc(0)
    let asked: IncomingMessage | undefined
    const client = await clientOf(async (request, reply) => {
      asked = request
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      body = Buffer.concat(chunks)
      reply.end(JSON.stringify({ code: 0, message: '', data: { id: 1, keyId: 'key', bytes: 9 } }))
    })
    const sent: number[] = []
    const onSent = (bytes: number, total: number) => {
      expect(total).toBe(content.length)
      sent.push(bytes)
    }
    const answer = await client.upload(ReleasePublish, { remote: 'logs', version: '1.0.0' }, { ...upload, onSent })
    expect(answer).toEqual({ id: 1, keyId: 'key', bytes: 9 })
    expect(asked?.url).toBe('/below/release/publish?remote=logs&version=1.0.0')
    expect(asked?.headers).toMatchObject({ 'x-api-key': 'k', 'g-n-id': '3' })
    expect(body.includes(content)).toBe(true)
    expect(sent).toEqual(sent.toSorted((one, other) => one - other))
    expect(sent.at(-1)).toBe(content.length)
  })

  it('that a proxy finds too large says what to allow', async () => {
    const client = await clientOf((_request, reply) => {
      // As proxies do: answered before the body was read, and closed.
      reply.writeHead(413, { connection: 'close', 'content-type': 'text/html' }).end('<p>too large')
    })
    const going = client.upload(
      ReleasePublish,
      { remote: 'logs', version: '1.0.0' },
      { ...upload, onSent: () => undefined },
    )
    await expect(going).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('client_max_body_size') })
  })
})

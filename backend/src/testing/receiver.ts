import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request that came in. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A real receiver of notices on loopback. */
export interface Receiver {
  /** Without a path. */
  origin: string
  received: Received[]
  /** What the next requests are answered; the last one stays. */
  answers: ((response: ServerResponse) => void)[]
  close(): Promise<void>
}

/** Answers with a status and a text. */
export const answering =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(text)
  }

/** Starts a receiver that says yes to everything until it is told otherwise; `tls` makes it speak https. */
export async function startReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: Received[] = []
  const answers = [answering(200, '{"errcode":0,"errmsg":"ok"}')]
  const server: Server = tls ? createTlsServer(tls) : createServer()
  server.on('request', (request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      answer?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

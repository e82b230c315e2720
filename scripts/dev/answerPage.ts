import type { IncomingMessage, ServerResponse } from 'node:http'

interface Answer {
  text: string
  headers?: Record<string, string>
}

/** Answers one address with text made at each request. */
export function answerPage(address: string, make: () => Promise<Answer>) {
  const type = address.endsWith('.json') ? 'application/json' : 'text/html'
  return (request: IncomingMessage, reply: ServerResponse, next: (error?: unknown) => void): void => {
    if ((request.url ?? '').split('?')[0] !== address) return next()
    make().then(({ text, headers }) => {
      reply.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...headers })
      reply.end(text)
    }, next)
  }
}

import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** What a browser makes of an answer that is no page: nothing, wherever somebody opens or embeds it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** Scripts of workers run under the policy they came with, so that one says no more than where it may not be shown. */
const FILE_POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

const isJson = (type: unknown) => typeof type === 'string' && type.startsWith('application/json')

/** Gives every answer the headers that browsers protect people by, unless its handler gave it others. */
export function hardenResponses(app: FastifyInstance, { HSTS }: Pick<Env, 'HSTS'>): void {
  app.addHook('onSend', async (request, reply) => {
    const isData = isJson(reply.getHeader('content-type'))
    const headers = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': isData ? DATA_POLICY : FILE_POLICY,
      // Answers are about people and servers; what may be kept says so itself.
      ...(isData && { 'cache-control': 'no-store' }),
      ...(request.protocol === 'https' && HSTS !== '' && { 'strict-transport-security': HSTS }),
    }
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

import type { FastifyRequest } from 'fastify'

/**
 * Whether a request that carries an Origin comes from this console's own pages. Exact host comparison:
 * `console.example.evil.org` is somebody else. Programs send no Origin and are not meant by this rule.
 */
export function isOwnOrigin(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.host || (URL.canParse(publicUrl) && host === new URL(publicUrl).host)
}

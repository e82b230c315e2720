import type { FastifyRequest } from 'fastify'
import { maskUrlCredentials, redact } from '../../platform/redact.ts'

const BODY_LIMIT = 64 * 1024
const HEADER_LIMIT = 500
const MASK = '******'
/** What proves who sent a delivery is worth as much as the secret to whoever reads it here. */
const PROOFS = /token|signature|secret|authorization|cookie|key$/i

/** The headers as they are kept. */
export function keptHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    const isProof = PROOFS.test(name) && name !== 'idempotency-key' && name !== 'x-event-key'
    return [name, isProof ? MASK : maskUrlCredentials(text).slice(0, HEADER_LIMIT)] as const
  })
  return Object.fromEntries(entries)
}

/** The body as it is kept: with what is secret in it masked, and cut. */
export function keptBody(payload: string, secret: string): string {
  const hidden = (text: string) => (secret === '' ? text : text.replaceAll(secret, MASK))
  const masked = (): string => {
    try {
      return JSON.stringify(redact(JSON.parse(payload)), null, 2)
    } catch {
      // Whatever it is, it is shown as it came.
      return maskUrlCredentials(payload)
    }
  }
  return hidden(masked()).replaceAll('\0', '').slice(0, BODY_LIMIT)
}

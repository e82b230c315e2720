import { Code, type Envelope } from '@windlass/shared-kit/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Turns anything thrown into the envelope; what nobody foresaw is logged and named by its request id only. */
export function errorEnvelope(error: unknown, request: FastifyRequest): Envelope<unknown> {
  if (error instanceof AppError) return { code: error.code, message: error.message, data: error.data }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (error instanceof Error && status >= 400 && status < 500) {
    return { code: Code.Failed, message: error.message, data: null }
  }
  request.log.error({ err: error }, 'request failed')
  const message = `the server could not do this; the log has the reason under request ${request.id}`
  return { code: Code.Failed, message, data: null }
}

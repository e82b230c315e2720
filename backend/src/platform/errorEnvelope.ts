import { Code, type Envelope } from '@windlass/shared-kit/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const NOTED_LENGTH = 300

/** Writes a refusal to the output of the console: by permission, by input, by limit or by rule, so that whoever tries is seen. */
export function noteRefusal(request: FastifyRequest, { code, message }: Envelope<unknown>): void {
  const path = request.routeOptions.url ?? request.url.split('?')[0]
  request.log.info({ path, address: request.ip, code, problem: message.slice(0, NOTED_LENGTH) }, 'refused')
}

/** The envelope of an answer that is no success. */
export const refusalEnvelope = ({ code, message, data }: AppError): Envelope<unknown> => ({ code, message, data })

/** Turns anything thrown into the envelope; what nobody foresaw is named by its request id only. All of it is noted. */
export function errorEnvelope(error: unknown, request: FastifyRequest): Envelope<unknown> {
  const refusal = refusalOf(error)
  if (refusal) {
    noteRefusal(request, refusal)
    return refusal
  }
  request.log.error({ err: error }, 'request failed')
  const message = `the server could not do this; the log has the reason under request ${request.id}`
  return { code: Code.Failed, message, data: null }
}

/** What was foreseen, by us or by the libraries that read requests. */
function refusalOf(error: unknown): Envelope<unknown> | undefined {
  if (error instanceof AppError) return refusalEnvelope(error)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (error instanceof Error && status >= 400 && status < 500) {
    return { code: Code.Failed, message: error.message, data: null }
  }
  return undefined
}

import type { Readable } from 'node:stream'
import { Code, type Endpoint, type Envelope, endpoint, Permission, SIGN_IN_AGAIN } from '@windlass/shared-kit/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admission } from '../../platform/admission.ts'
import type { Caller } from '../../platform/caller.ts'
import { errorEnvelope } from '../../platform/errorEnvelope.ts'
import { denied } from '../../platform/errors.ts'
import { isOwnOrigin } from '../../platform/origin.ts'
import type { Platform } from '../../platform/platform.ts'
import { FullError, ThereError } from './writeFile.ts'

/** A request whose body is a stream of bytes, from somebody who may upload. */
export interface UploadRequest {
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  body: Readable
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

/** Where the protocol of uploads asks for something else than the envelope's HTTP 200. */
export class UploadError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const TOO_LARGE_FOR_NOTHING = Number.MAX_SAFE_INTEGER
const DRAINED_BYTES = 256 * 1024 * 1024

function statusOf(error: unknown, { code }: Envelope<unknown>): number {
  if (error instanceof UploadError) return error.status
  if (error instanceof ThereError) return 409
  if (error instanceof FullError) return 507
  if (code === Code.Denied) return 403
  if (SIGN_IN_AGAIN.includes(code)) return 401
  return 400
}

/** Browsers read an answer only when they are rid of what they send; a little more is taken for that, not everything. */
function drain(body: Readable): void {
  let left = DRAINED_BYTES
  body.on('error', () => undefined)
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.pause()
  })
  // Whoever has read before may have left it standing still.
  body.resume()
}

/** Answers an error as the protocol wants it and as pages read it. */
function refuseUpload(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
  const envelope =
    error instanceof UploadError
      ? { code: Code.Failed, message: error.message, data: null }
      : errorEnvelope(error, request)
  drain(request.raw)
  return reply.code(statusOf(error, envelope)).header('connection', 'close').send(envelope)
}

/**
 * Opens routes whose bodies nobody reads before the handler does, with the same gate in front as every endpoint.
 * Bodies of these types are taken from our own pages only, because a form of another site cannot send them.
 */
export function createUploadGate({ app, access, trail, env }: Platform) {
  const admit = admission(access, trail)
  return (method: Method, path: `/${string}`, handler: (asked: UploadRequest) => Promise<unknown>): void => {
    const gate: Endpoint = endpoint({ method: 'POST', path, access: [Permission.SFTPUploadFile] })
    app.register(async (corner) => {
      corner.removeAllContentTypeParsers()
      // Not handed on as the parsed body, which goes into the operation log.
      corner.addContentTypeParser('*', (_request, _body, done) => done(null, null))
      corner.route({
        method,
        url: path,
        bodyLimit: TOO_LARGE_FOR_NOTHING,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          try {
            if (!isOwnOrigin(request, env.PUBLIC_URL)) throw denied('this call came from a foreign page')
            const caller = await admit(gate, request, reply)
            return await handler({ caller, request, reply, body: request.raw })
          } catch (error) {
            return refuseUpload(reply, request, error)
          }
        },
      })
    })
  }
}

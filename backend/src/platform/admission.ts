import type { Endpoint } from '@windlass/shared-kit/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from './access.ts'
import type { Caller } from './caller.ts'
import { refusalEnvelope } from './errorEnvelope.ts'
import { PermissionError } from './permissionError.ts'
import type { Trail } from './trail.ts'

/** Lets a caller in; an attempt at what he may not do leaves a row in the operation log. */
export const admission =
  (access: Access, trail: Trail) =>
  async (endpoint: Endpoint, request: FastifyRequest, reply?: FastifyReply): Promise<Caller> => {
    const requestTime = Date.now()
    try {
      const caller = await access.admit(request, reply, endpoint)
      request.log = request.log.child({ userId: caller.userId })
      return caller
    } catch (thrown) {
      const error = await access.explain(thrown)
      if (error instanceof PermissionError) {
        const answer = refusalEnvelope(error)
        await trail.operation({ endpoint, caller: error.caller, request, requestTime, answer })
      }
      throw error
    }
  }

import { type Endpoint, ROUTER_HEADER } from '@windlass/shared-kit/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import type { Db } from './db.ts'
import { redact } from './redact.ts'

const TEXT_LIMIT = 255
const DATA_LIMIT = 64 * 1024

/** What was asked and answered, and by whom. */
export interface Operation {
  endpoint: Endpoint
  caller: Caller
  request: FastifyRequest
  requestTime: number
  answer: unknown
}

/** Something that was done beside the endpoints: at a page of its own, or by the console itself. */
export interface Deed {
  /** 0 is the console. */
  userId: number
  namespaceId: number
  /** Address of the page, or what took the place of one. */
  api: string
  requestTime: number
  request: Record<string, unknown>
  answer: unknown
}

const asJson = (value: unknown, hidden: readonly string[] = []): string => {
  const json = JSON.stringify(redact(value, hidden))
  return json.length <= DATA_LIMIT ? json : JSON.stringify({ _cut: `${json.length} characters, too long to keep` })
}

const requestData = (request: FastifyRequest): Record<string, unknown> => {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const query = request.query as Record<string, unknown>
  if (Object.keys(query).length === 0) return { ...body }
  return { ...body, _query: new URLSearchParams(redact(query) as Record<string, string>).toString() }
}

/** Writes one row of the operation log; secrets are masked before anything is stored. */
export async function logOperation(db: Db, operation: Operation): Promise<void> {
  const { endpoint, caller, request, requestTime, answer } = operation
  const isSilent = endpoint.logged === 'without-data'
  const router = request.headers[ROUTER_HEADER.toLowerCase()]
  await db
    .insertInto('operationLog')
    .values({
      userId: caller.userId,
      namespaceId: caller.namespaceId,
      router: (typeof router === 'string' ? router : '').slice(0, TEXT_LIMIT),
      api: endpoint.path.slice(0, TEXT_LIMIT),
      requestTime,
      requestData: isSilent ? '{}' : asJson(requestData(request), endpoint.hidden),
      responseTime: Date.now(),
      responseData: isSilent ? '{}' : asJson(answer, endpoint.hidden),
    })
    .execute()
}

/** Writes the row of a deed, masked like any other. */
export async function logDeed(db: Db, { api, request, answer, ...deed }: Deed): Promise<void> {
  const texts = {
    router: '',
    api: api.slice(0, TEXT_LIMIT),
    requestData: asJson(request),
    responseData: asJson(answer),
  }
  await db
    .insertInto('operationLog')
    .values({ ...deed, ...texts, responseTime: Date.now() })
    .execute()
}

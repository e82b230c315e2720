import { Code, type Endpoint, ROUTER_HEADER } from '@windlass/shared-kit/contract'
import type { FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import type { Env } from '../env.ts'
import type { Caller } from './caller.ts'
import type { Db } from './db.ts'
import { createLogSeal } from './logSeal.ts'
import { redact } from './redact.ts'
import type { LoginLogTable, OperationLogTable } from './schema.ts'
import type { Secrets } from './secrets.ts'

const ACCOUNT_LIMIT = 30
const TEXT_LIMIT = 255
const REASON_LIMIT = 2_555
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
  /** What came of it. */
  answer: unknown
  /** Why it was not done; absent when it was. */
  refusal?: string
}

/** What the operation log keeps of a JSON text. */
export const keptJson = (json: string): string =>
  json.length <= DATA_LIMIT ? json : JSON.stringify({ _cut: `${json.length} characters, too long to keep` })

const asJson = (value: unknown, hidden: readonly string[] = []): string =>
  keptJson(JSON.stringify(redact(value, hidden)))

const requestData = (request: FastifyRequest): Record<string, unknown> => {
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const query = request.query as Record<string, unknown>
  if (Object.keys(query).length === 0) return { ...body }
  return { ...body, _query: new URLSearchParams(redact(query) as Record<string, string>).toString() }
}

/** What was changed, before and after; absent where there was nothing, or nothing is kept. */
export interface Change {
  before: unknown
  after: unknown
}

type OperationRow = Insertable<OperationLogTable>

/** One attempt to sign in. */
export interface SignInAttempt {
  /** As typed; "" when the request was malformed. */
  account: string
  /** `ip:port` of the client. */
  remoteAddr: string
  userAgent: string
  referer: string
  /** Why it failed; "" when it succeeded. */
  reason: string
}

/** What would begin a new line or turn the writing round wherever a log is read or exported. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Texts of a stranger are cut, so that nobody escapes the log by sending long ones. */
const printable = (text: string, limit: number) => text.replace(UNPRINTABLE, '\ufffd').slice(0, limit)

const loginRow = ({ account, remoteAddr, userAgent, referer, reason }: SignInAttempt): Insertable<LoginLogTable> => ({
  account: printable(account, ACCOUNT_LIMIT),
  remoteAddr: printable(remoteAddr, TEXT_LIMIT),
  userAgent: printable(userAgent, TEXT_LIMIT),
  referer: printable(referer, TEXT_LIMIT),
  reason: printable(reason, REASON_LIMIT),
  loginTime: Date.now(),
})

/** The only way into the logs that tell who did what. Secrets are masked before anything is stored. */
export interface Trail {
  /** One row of the operation log for a call of an endpoint. */
  operation(operation: Operation, change?: Change): Promise<void>
  /** One row of the operation log for a deed, masked like any other. */
  deed(deed: Deed): Promise<void>
  /** One row of the sign-in log. */
  signIn(attempt: SignInAttempt): Promise<void>
}

/** Opens the logs; with `LOG_SEAL` each row is sealed (see logSeal.ts). */
export function createTrail(db: Db, secrets: Secrets, env: Pick<Env, 'LOG_SEAL'>): Trail {
  const seal = env.LOG_SEAL ? createLogSeal(db, secrets) : undefined
  const signIn: Trail['signIn'] = async (attempt) => {
    const row = loginRow(attempt)
    const insert = (some: Db) => some.insertInto('loginLog').values(row)
    if (seal) await seal.add('loginLog', (trx) => insert(trx).returningAll().executeTakeFirstOrThrow())
    else await insert(db).execute()
  }
  const operate = async (row: OperationRow) => {
    const insert = (some: Db) => some.insertInto('operationLog').values(row)
    if (seal) await seal.add('operationLog', (trx) => insert(trx).returningAll().executeTakeFirstOrThrow())
    else await insert(db).execute()
  }

  return {
    signIn,
    operation: ({ endpoint, caller, request, requestTime, answer }, change) => {
      const isSilent = endpoint.logged === 'without-data'
      const kept = (value: unknown) => (value === undefined || isSilent ? '' : asJson(value, endpoint.hidden))
      const router = request.headers[ROUTER_HEADER.toLowerCase()]
      return operate({
        userId: caller.userId,
        namespaceId: caller.namespaceId,
        router: (typeof router === 'string' ? router : '').slice(0, TEXT_LIMIT),
        api: endpoint.path.slice(0, TEXT_LIMIT),
        requestTime,
        requestData: isSilent ? '{}' : asJson(requestData(request), endpoint.hidden),
        responseTime: Date.now(),
        responseData: isSilent ? '{}' : asJson(answer, endpoint.hidden),
        beforeData: kept(change?.before),
        afterData: kept(change?.after),
      })
    },
    deed: ({ api, request, answer, refusal, ...deed }) =>
      operate({
        ...deed,
        router: '',
        api: api.slice(0, TEXT_LIMIT),
        requestData: asJson(request),
        responseTime: Date.now(),
        // As a call would have been answered, so that the pages of the log read both alike.
        responseData: asJson({
          code: refusal === undefined ? Code.Ok : Code.Failed,
          message: refusal ?? '',
          data: answer,
        }),
      }),
  }
}

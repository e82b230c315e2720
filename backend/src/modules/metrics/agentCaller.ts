import { Code, type Endpoint, type InputOf, type OutputOf } from '@windlass/shared-kit/contract'
import { failed } from '../../platform/errors.ts'
import { inputReader } from '../../platform/input.ts'
import type { RawExchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AgentKeyKind, acceptedKeys, enrolmentKey, signingKey } from './agentKeys.ts'
import { createAgentStanding } from './agentStanding.ts'
import { createRecentSigns } from './recentSigns.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const ID_LIMIT = 2_147_483_647
/** A value has 255 letters, and what a program says in between may be longer. */
const BODY_LIMIT = 512 * 1024
/** A thousand agents may stand behind one address, and each sends a call for every value. */
const CALLS_A_MINUTE = 120_000

/** Who calls: an agent that proved to know a key. */
export interface AgentCall {
  /** 0 when the call names none, for an agent that asks for its id. */
  serverId: number
  /** Which key it signed with. */
  key: AgentKeyKind
  /** What it is signed with; a repetition has the same. */
  sign: string
  now: number
}

/** What is different about one call of agents. */
interface AgentEndpoint {
  /** The body names a server, whose own key must have signed it; absent means yes. */
  namesServer?: boolean
  /** Reads only: a repeated call gets its answer again instead of a plain success. */
  readsOnly?: boolean
  /** Longest body that is taken, in bytes. */
  bodyBytes?: number
  /** A text that some program has printed: it may hold NULs, which are left out. */
  printed?: string
}

/** The door for agents: checks who calls before a handler runs. */
export interface AgentDoor {
  /** The server of the call is there and enabled when the handler runs. */
  mount<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, call: AgentCall) => Promise<OutputOf<E>>,
    options?: AgentEndpoint,
  ): void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Sign and time of a call, in the order in which agents are told what is wrong. @throws AppError */
function readProof({ query }: RawExchange, allowedMs: number, now: number): { sign: string; timestamp: string } {
  const [sign, timestamp] = [textOf(query['sign']), textOf(query['timestamp'])]
  if (sign === '') throw failed('sign missing: it is required')
  if (timestamp === '') throw failed('timestamp missing: it is required')
  if (!/^\d{1,12}$/.test(timestamp)) throw failed('parse timestamp error')
  const age = now - Number(timestamp) * SECOND_MS
  if (age > allowedMs) throw failed('request expired; set the clock of this machine')
  if (age < -allowedMs) throw failed('request comes from the future; set the clock of this machine')
  return { sign, timestamp }
}

/** @throws AppError */
function readBody({ headers, body }: RawExchange, limit: number): Record<string, unknown> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw failed('send the body as application/json')
  if (body.length > limit) throw failed('the body is too long')
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw failed('the body must be a JSON object')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw failed('the body must be a JSON object')
  return value as Record<string, unknown>
}

/** Fields with a text as it can be stored. */
const withoutNuls = (fields: Record<string, unknown>, printed: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && name.toLowerCase() === printed ? value.replaceAll('\0', '') : value,
    ]),
  )

/** @throws AppError */
function readServerId(body: Record<string, unknown>): number {
  const [, value] = Object.entries(body).find(([name]) => name.toLowerCase() === 'serverid') ?? []
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > ID_LIMIT) {
    throw failed('serverId must be greater than 0')
  }
  return Number(value)
}

/** Says once an hour for each server that it still signs with the key all older agents share. */
function legacyWarner({ log }: Pick<Platform, 'log'>) {
  const told = new Map<number, number>()
  return (serverId: number, now: number) => {
    if (now - (told.get(serverId) ?? 0) < HOUR_MS) return
    told.set(serverId, now)
    log.warn({ serverId }, 'an agent signs with AGENT_LEGACY_KEY; install it anew, so that it has a key of its own')
  }
}

/** Creates the door. Every kind of agent call comes through the same one. */
export function createAgentDoor(platform: Pick<Platform, 'mount' | 'db' | 'env' | 'secrets' | 'log'>): AgentDoor {
  const { mount, env, secrets } = platform
  const allowedMs = env.AGENT_CLOCK_SECONDS * SECOND_MS
  // A signature may come as early as the window allows and again until it has passed.
  const signs = createRecentSigns(2 * allowedMs + SECOND_MS)
  const warn = legacyWarner(platform)

  const standingOf = createAgentStanding(platform)

  /** Lets an agent in. @throws AppError */
  const admit = async (exchange: RawExchange, { namesServer = true, bodyBytes = BODY_LIMIT }: AgentEndpoint) => {
    const now = Date.now()
    const { sign, timestamp } = readProof(exchange, allowedMs, now)
    const fields = readBody(exchange, bodyBytes)
    const serverId = namesServer ? readServerId(fields) : undefined
    const standing = serverId === undefined ? undefined : await standingOf(serverId)
    const own = standing?.keys ?? [enrolmentKey(secrets)]
    const key = signingKey(sign, { body: exchange.body, timestamp }, acceptedKeys(env, own))
    if (!key) throw failed('sign error')
    if (key === 'legacy') warn(serverId ?? 0, now)
    return { fields, isWelcome: standing?.isEnabled ?? true, call: { serverId: serverId ?? 0, key, sign, now } }
  }

  return {
    mount: (endpoint, handler, options = {}) => {
      const { readsOnly = false, bodyBytes, printed = '' } = options
      const reader = inputReader(endpoint)
      const run = async (exchange: RawExchange) => {
        const { fields, call, isWelcome } = await admit(exchange, options)
        const name = `${endpoint.path} ${call.sign}`
        if (signs.seen(name) && !readsOnly) return null
        try {
          // Only what was signed counts: nothing of the query.
          const { input, problem } = reader({}, withoutNuls(fields, printed))
          if (problem !== undefined) throw failed(problem)
          if (!isWelcome) throw failed('no such server, or it is disabled')
          return await handler(input, call)
        } catch (error) {
          // Nothing came of it, so saying "done" to a repetition would be a lie.
          signs.forget(name)
          throw error
        }
      }
      const rate = { max: CALLS_A_MINUTE, keyOf: ({ ip }: { ip: string }) => ip }
      mount.raw(endpoint, { ...rate, ...(bodyBytes !== undefined && { bodyBytes }) }, async (exchange) => ({
        code: Code.Ok,
        message: '',
        data: await run(exchange),
      }))
    },
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../env.ts'
import type { Secrets } from '../../platform/secrets.ts'

const ENROLMENT = 'agent-enrol'

const derived = ({ sessionKey }: Pick<Secrets, 'sessionKey'>, purpose: string): string =>
  createHmac('sha256', sessionKey).update(purpose).digest('hex')

/** What the agent of one server signs with; an agent takes it as text. It opens nothing but the calls of this server. A later generation replaces it. */
export const agentKey = (secrets: Pick<Secrets, 'sessionKey'>, serverId: number, generation = 0): string =>
  // The first one is the one that consoles have always given to this server.
  derived(secrets, generation === 0 ? `agent:${serverId}` : `agent:${serverId}:${generation}`)

/** What an agent signs with that only wants to know the id of its server. */
export const enrolmentKey = (secrets: Pick<Secrets, 'sessionKey'>): string => derived(secrets, ENROLMENT)

/** What an agent sends with a body: a plain digest over body, time and key, as agents have always made it. */
export function agentSign(body: Buffer | string, timestamp: string, key: string): string {
  const digest = createHash('sha256').update(body).update(timestamp).update(key).digest()
  // With its padding, which Node leaves out.
  return digest.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

/** Which of the keys made the signature; the same work is done whatever was given. */
export function signingKey(
  given: string,
  { body, timestamp }: { body: Buffer; timestamp: string },
  keys: { key: string; kind: AgentKeyKind }[],
): AgentKeyKind | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(given)
  // All of them, so that the time it takes does not tell which one was close.
  const answers = keys.map(({ key, kind }) => ({
    kind,
    fits: timingSafeEqual(wanted, digest(agentSign(body, timestamp, key))),
  }))
  return answers.find(({ fits }) => fits)?.kind
}

/** `own` is of one server, or of enrolment; `legacy` is the one that all older agents share. */
export type AgentKeyKind = 'own' | 'legacy'

/** The keys a call may be signed with: those made for it, and the shared one while a setting allows it. */
export function acceptedKeys(
  { AGENT_LEGACY_KEY }: Pick<Env, 'AGENT_LEGACY_KEY'>,
  own: readonly string[],
): { key: string; kind: AgentKeyKind }[] {
  const legacy = AGENT_LEGACY_KEY === '' ? [] : [{ key: AGENT_LEGACY_KEY, kind: 'legacy' as const }]
  return [...own.map((key) => ({ key, kind: 'own' as const })), ...legacy]
}

import { State } from '@windlass/shared-kit/contract/enums'
import { cached } from '../../platform/cached.ts'
import type { Db } from '../../platform/db.ts'
import { gathered } from '../../platform/gathered.ts'
import { ofKnownLength } from '../../platform/knownPieces.ts'
import type { Platform } from '../../platform/platform.ts'
import { agentKey } from './agentKeys.ts'

/** Two for each of a few thousand servers. */
const KEPT_KEYS = 10_000

/** What decides whether a call of a server is let in. */
interface AgentStanding {
  /** The keys it may be signed with: one, or two while a new one is on its way. */
  keys: string[]
  /** It is there, and enabled. */
  isEnabled: boolean
}

interface Found {
  generations: number[]
  isEnabled: boolean
}

async function load(db: Db, names: readonly string[]): Promise<Map<string, Found>> {
  const ids = ofKnownLength(names.map(Number))
  const [servers, sources] = await Promise.all([
    db.selectFrom('server').select('id').where('state', '=', State.Enabled).where('id', 'in', ids).execute(),
    db
      .selectFrom('metricSource')
      .select(['serverId', 'keyGeneration', 'keyNext'])
      .where('serverId', 'in', ids)
      .execute(),
  ])
  const enabled = new Set(servers.map(({ id }) => id))
  const found = new Map(names.map((name) => [name, { generations: [0], isEnabled: enabled.has(Number(name)) }]))
  for (const { serverId, keyGeneration, keyNext } of sources) {
    const one = found.get(String(serverId))
    if (one) one.generations = keyNext > 0 ? [keyGeneration, keyNext] : [keyGeneration]
  }
  return found
}

/** Looks up how the server of a call stands at this moment; a thousand that report at once are looked up together. */
export function createAgentStanding({
  db,
  secrets,
}: Pick<Platform, 'db' | 'secrets'>): (serverId: number) => Promise<AgentStanding> {
  const find = gathered<Found>((names) => load(db, names))
  // Made from the secret alone, so that nothing about who may call is remembered.
  const keyOf = cached(KEPT_KEYS, (name) => {
    const [serverId = 0, generation = 0] = name.split(':').map(Number)
    return agentKey(secrets, serverId, generation)
  })
  return async (serverId) => {
    const { generations, isEnabled } = (await find(String(serverId))) ?? { generations: [], isEnabled: false }
    return { keys: generations.map((generation) => keyOf(`${serverId}:${generation}`)), isEnabled }
  }
}

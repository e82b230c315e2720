import type { Platform } from '../../platform/platform.ts'
import { agentKey } from './agentKeys.ts'

/** Which keys servers sign with. A key is made from the console's secret and a generation; only the latter is stored. */
export interface AgentKeyring {
  /** The key of a server as it is. */
  current(serverId: number): Promise<string>
  /** A new key, which is taken beside the old one until `settle`. */
  renew(serverId: number): Promise<string>
  /** Ends the time of two keys: the new one stays, or the old one does. */
  settle(serverId: number, stays: 'new' | 'old'): Promise<void>
  /** From now on no key that was ever given out is taken. */
  withdraw(serverId: number): Promise<void>
}

/** Creates it. */
export function createAgentKeyring({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): AgentKeyring {
  const find = async (serverId: number) => {
    const columns = ['keyGeneration', 'keyNext'] as const
    const row = await db.selectFrom('metricSource').select(columns).where('serverId', '=', serverId).executeTakeFirst()
    return row ?? { keyGeneration: 0, keyNext: 0 }
  }
  const store = async (serverId: number, values: { keyGeneration: number; keyNext: number }) => {
    await db
      .insertInto('metricSource')
      .values({ serverId, ...values })
      .onConflict((conflict) => conflict.column('serverId').doUpdateSet(values))
      .execute()
  }
  return {
    current: async (serverId) => agentKey(secrets, serverId, (await find(serverId)).keyGeneration),
    renew: async (serverId) => {
      const { keyGeneration, keyNext } = await find(serverId)
      const next = Math.max(keyGeneration, keyNext) + 1
      await store(serverId, { keyGeneration, keyNext: next })
      return agentKey(secrets, serverId, next)
    },
    settle: async (serverId, stays) => {
      const { keyGeneration, keyNext } = await find(serverId)
      if (keyNext === 0) return
      await store(serverId, { keyGeneration: stays === 'new' ? keyNext : keyGeneration, keyNext: 0 })
    },
    withdraw: async (serverId) => {
      const { keyGeneration, keyNext } = await find(serverId)
      await store(serverId, { keyGeneration: Math.max(keyGeneration, keyNext) + 1, keyNext: 0 })
    },
  }
}

import type { InputOf } from '@windlass/shared-kit/contract'
import type { ReleaseKeyAdd } from '@windlass/shared-kit/contract/releaseKey'
import { parsePublicKey } from '../../artefact/signature.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { orRefuse } from './refusal.ts'
import { createRemoteKeyStore } from './remoteKey.store.ts'

/** Which keys may sign which areas. */
export interface ReleaseKeyService {
  /** Trusts a key from now on. */
  add(caller: Caller, fields: InputOf<typeof ReleaseKeyAdd>): Promise<number>
  /** What it signed before stays out, but nothing of it is promoted any more. */
  revoke(id: number): Promise<void>
}

/** Creates the rules about keys. */
export function createReleaseKeyService({ db }: { db: Db }): ReleaseKeyService {
  const keys = createRemoteKeyStore(db)
  return {
    add: async (caller, { team, publicKey, remotes }) => {
      const name = team.trim()
      if (name === '') throw failed('team is a required field')
      const key = await orRefuse(() => parsePublicKey(publicKey))
      return keys.add({ ...key, team: name, remotes: [...new Set(remotes)].toSorted(), addedBy: caller.name })
    },
    revoke: async (id) => {
      if (!(await keys.revoke(id))) throw failed('this key does not exist any more; load the list again')
    },
  }
}

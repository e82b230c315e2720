import { type Preferences, UserChangePreferences } from '@windlass/shared-kit/contract/preference'
import type { Platform } from '../../platform/platform.ts'
import { requireZone } from '../../platform/zonedTime.ts'

/** How the console looks and reads to people. */
export interface PreferenceService {
  of(userId: number): Promise<Preferences & { hidesFirstSteps: boolean }>
}

/** What people choose for themselves and find again in every browser. */
export function preferenceModule({ mount, db }: Platform): PreferenceService {
  mount(UserChangePreferences, async ({ hidesFirstSteps, ...chosen }, { userId }) => {
    if (chosen.timeZone) requireZone(chosen.timeZone)
    const hidden = hidesFirstSteps === undefined ? {} : { firstStepsHidden: Number(hidesFirstSteps) }
    const values = { ...chosen, ...hidden }
    // A change of nothing is no statement in SQL.
    if (Object.keys(values).length > 0) await db.updateTable('user').set(values).where('id', '=', userId).execute()
    return null
  })

  return {
    of: async (userId) => {
      const { firstStepsHidden, ...row } = await db
        .selectFrom('user')
        .select(['timeZone', 'language', 'theme', 'firstStepsHidden'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      // Only values of these types are ever written.
      return { ...(row as Preferences), hidesFirstSteps: firstStepsHidden === 1 }
    },
  }
}

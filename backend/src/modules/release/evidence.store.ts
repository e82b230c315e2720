import type { Db } from '../../platform/db.ts'
import { COUNTED_A_MINUTE, type Evidence } from './rollbackRule.ts'

const MINUTE_MS = 60_000

/** One run of a canary; changing its audience starts the next. */
export interface CanaryRun {
  remote: string
  version: string
  canaryStart: number
}

/** How each person fared with a run of a canary. */
export function createEvidenceStore(db: Db) {
  return {
    /** Adds what counts of a person's outcomes; holds his row until the transaction ends. */
    add: async (run: CanaryRun, userId: number, seen: Evidence, now: number): Promise<void> => {
      const fresh = { ...run, userId, loads: 0, failures: 0, minute: 0, minuteLoads: 0, minuteFailures: 0 }
      const row = await db
        .insertInto('remoteEvidence')
        .values(fresh)
        .onConflict((conflict) =>
          // Writes what is there already, which takes the lock and gives the row.
          conflict.columns(['remote', 'version', 'canaryStart', 'userId']).doUpdateSet({ userId }),
        )
        .returning(['loads', 'failures', 'minute', 'minuteLoads', 'minuteFailures'])
        .executeTakeFirstOrThrow()
      const minute = now - (now % MINUTE_MS)
      const before = row.minute === minute ? row : { ...row, minuteLoads: 0, minuteFailures: 0 }
      const loads = Math.min(seen.loads, COUNTED_A_MINUTE - before.minuteLoads)
      const failures = Math.min(seen.failures, COUNTED_A_MINUTE - before.minuteFailures)
      await db
        .updateTable('remoteEvidence')
        .set({
          ...{ minute, minuteLoads: before.minuteLoads + loads, minuteFailures: before.minuteFailures + failures },
          ...{ loads: row.loads + loads, failures: row.failures + failures },
        })
        .where('remote', '=', run.remote)
        .where('version', '=', run.version)
        .where('canaryStart', '=', run.canaryStart)
        .where('userId', '=', userId)
        .execute()
    },

    list: (run: CanaryRun): Promise<Evidence[]> =>
      db
        .selectFrom('remoteEvidence')
        .select(['loads', 'failures'])
        .where('remote', '=', run.remote)
        .where('version', '=', run.version)
        .where('canaryStart', '=', run.canaryStart)
        .execute(),

    forget: async (before: number): Promise<void> => {
      await db.deleteFrom('remoteEvidence').where('minute', '<', before).execute()
    },
  }
}

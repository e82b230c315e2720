import type { Platform } from '../../platform/platform.ts'
import { TARGET_PURPOSE } from './monitorRow.ts'

/** Encrypts the targets of notices that an earlier version kept in clear. Whoever edits meanwhile wins. */
export async function encryptClearTargets({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<void> {
  const rows = await db.selectFrom('monitor').select(['id', 'notifyTarget']).where('notifyTarget', '!=', '').execute()
  for (const { id, notifyTarget } of rows.filter((row) => !secrets.isEncrypted(row.notifyTarget))) {
    await db
      .updateTable('monitor')
      .set({ notifyTarget: secrets.encrypt(notifyTarget, TARGET_PURPOSE) })
      .where('id', '=', id)
      .where('notifyTarget', '=', notifyTarget)
      .execute()
  }
}

import { NotifyType, type NotifyTypeNumber } from '@windlass/shared-kit/contract/enums'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { NotificationService } from '../notification/notification.service.ts'
import { type CronRecord, createCronStore } from './cron.store.ts'
import { agentCron, TARGET_PURPOSE } from './cronRow.ts'

/** A task that fails each second is told of once. */
const SILENT_MS = 3_600_000
/** The end of what it said: why it failed stands there. */
const TOLD_LENGTH = 2000

interface Parts extends Pick<Platform, 'secrets'> {
  notifications: Pick<NotificationService, 'send'>
}

const isTold = ({ notifyType, notifyTarget }: CronRecord) => notifyType !== NotifyType.None && notifyTarget !== ''

/** Tells whoever the task names that a run has failed, at most once an hour; the notice is part of the transaction. */
export async function tellFailure(
  parts: Parts,
  trx: Db,
  row: CronRecord,
  { execCode, message, now }: { execCode: number; message: string; now: number },
): Promise<void> {
  if (!isTold(row) || !(await createCronStore(trx).takeNotice(row.id, now, SILENT_MS))) return
  await tell(parts, trx, row, { execCode, message: message.slice(-TOLD_LENGTH) })
}

/** Tells whoever the task names since when nothing is heard of its runs, once until something is. */
export async function tellMissed(parts: Parts, trx: Db, row: CronRecord, due: number): Promise<void> {
  if (!isTold(row) || !(await createCronStore(trx).takeMissed(row, due))) return
  await tell(parts, trx, row, { missed: new Date(due).toISOString().slice(0, 19).replace('T', ' ') })
}

async function tell({ secrets, notifications }: Parts, trx: Db, row: CronRecord, news: object): Promise<void> {
  const server = await trx
    .selectFrom('server')
    .select(['id', 'name', 'ip', 'description'])
    .where('id', '=', row.serverId)
    .executeTakeFirst()
  if (!server) return
  await notifications.send(
    {
      namespaceId: row.namespaceId,
      useBy: 'server_monitor',
      // The column was filled from the enumeration of the contract.
      type: row.notifyType as NotifyTypeNumber,
      target: secrets.decrypt(row.notifyTarget, TARGET_PURPOSE),
      data: {
        Server: server,
        Task: { ...agentCron(row), ...news },
      },
    },
    trx,
  )
}

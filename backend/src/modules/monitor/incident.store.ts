import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { MonitorIncidentTable } from '../../platform/monitorSchema.ts'

export type IncidentRecord = Selectable<MonitorIncidentTable>
export type IncidentKind = 'down' | 'certificate'

/** Whose incident, and of which kind. */
export interface IncidentPlace {
  namespaceId: number
  monitorId: number
  kind: IncidentKind
}

const LISTED = 100

const reading = (db: Db) => {
  const open = ({ namespaceId, monitorId, kind }: IncidentPlace) =>
    db
      .selectFrom('monitorIncident')
      .selectAll()
      .where('namespaceId', '=', namespaceId)
      .where('monitorId', '=', monitorId)
      .where('kind', '=', kind)
      .where('endTime', '=', 0)
      .executeTakeFirst()

  return {
    /** The one that lasts. */
    open,

    /** Newest first. */
    list: (namespaceId: number, monitorId: number): Promise<IncidentRecord[]> =>
      db
        .selectFrom('monitorIncident')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('monitorId', '=', monitorId)
        .orderBy('id', 'desc')
        .limit(LISTED)
        .execute(),

    /** Those of the namespace that last, for the list of monitors. */
    listOpen: (namespaceId: number): Promise<IncidentRecord[]> =>
      db
        .selectFrom('monitorIncident')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('endTime', '=', 0)
        .orderBy('id')
        .execute(),
  }
}

/** The rows of incidents. */
export const createIncidentStore = (db: Db) => ({
  ...reading(db),

  begin: async (place: IncidentPlace, reason: string, startTime: number): Promise<void> => {
    await db
      .insertInto('monitorIncident')
      .values({ ...place, reason, startTime, notices: 1 })
      .execute()
  },

  /** Told once more, with what is wrong now. */
  again: (id: number, reason: string, notices: number) =>
    db.updateTable('monitorIncident').set({ reason, notices }).where('id', '=', id).execute(),

  end: ({ namespaceId, monitorId }: Omit<IncidentPlace, 'kind'>, endTime: number, kinds: readonly IncidentKind[]) =>
    db
      .updateTable('monitorIncident')
      .set({ endTime })
      .where('namespaceId', '=', namespaceId)
      .where('monitorId', '=', monitorId)
      .where('kind', 'in', kinds)
      .where('endTime', '=', 0)
      .execute(),

  /** Answers the monitor; undefined when there is no such incident that lasts and waits for it. */
  acknowledge: async (
    namespaceId: number,
    id: number,
    words: { acknowledgedBy: string; acknowledgeReason: string; acknowledgeTime: number },
  ): Promise<number | undefined> => {
    const row = await db
      .updateTable('monitorIncident')
      .set(words)
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .where('endTime', '=', 0)
      .where('acknowledgedBy', '=', '')
      .returning('monitorId')
      .executeTakeFirst()
    return row?.monitorId
  },
})

import type { Db } from '../../platform/db.ts'

/** Spellings that differ in their capitals only are one tag: the one that is there already. */
async function spelled(db: Db, namespaceId: number, tags: readonly string[]): Promise<string[]> {
  const names = await db
    .selectFrom('serverTag')
    .select('name')
    .distinct()
    .where('namespaceId', '=', namespaceId)
    .execute()
  const known = new Map(names.map(({ name }) => [name.toLowerCase(), name]))
  const distinct = Map.groupBy(tags, (tag) => tag.toLowerCase())
  return [...distinct].map(([key, [first = key]]) => known.get(key) ?? first)
}

/** The tags of servers, apart for each namespace, so that a shared server can be sorted in everywhere. */
export function createServerTagStore(db: Db) {
  const add = async (namespaceId: number, serverIds: readonly number[], names: readonly string[]) => {
    // In one order for everybody, so that two who tag the same servers do not wait crosswise.
    const ordered = { servers: serverIds.toSorted((one, other) => one - other), names: names.toSorted() }
    const values = ordered.servers.flatMap((serverId) => ordered.names.map((name) => ({ namespaceId, serverId, name })))
    // SQLite takes a limited number of values in one statement.
    for (let start = 0; start < values.length; start += 500) {
      await db
        .insertInto('serverTag')
        .values(values.slice(start, start + 500))
        .onConflict((conflict) => conflict.columns(['namespaceId', 'serverId', 'name']).doNothing())
        .execute()
    }
  }
  const own = (namespaceId: number, serverIds: readonly number[]) =>
    db.deleteFrom('serverTag').where('namespaceId', '=', namespaceId).where('serverId', 'in', serverIds)

  return {
    /** By server, each in the order of the alphabet. */
    all: async (namespaceId: number): Promise<Map<number, string[]>> => {
      const rows = await db
        .selectFrom('serverTag')
        .select(['serverId', 'name'])
        .where('namespaceId', '=', namespaceId)
        .execute()
      const tags = Map.groupBy(rows, (row) => row.serverId)
      return new Map([...tags].map(([id, own]) => [id, own.map(({ name }) => name).sort()]))
    },

    replace: async (namespaceId: number, serverId: number, tags: readonly string[]): Promise<void> => {
      const names = await spelled(db, namespaceId, tags)
      await own(namespaceId, [serverId]).execute()
      await add(namespaceId, [serverId], names)
    },

    change: async (
      namespaceId: number,
      serverIds: readonly number[],
      tags: { add: readonly string[]; remove: readonly string[] },
    ): Promise<void> => {
      if (tags.remove.length > 0) await own(namespaceId, serverIds).where('name', 'in', tags.remove).execute()
      await add(namespaceId, serverIds, await spelled(db, namespaceId, tags.add))
    },

    /** The most tags that one of the servers has. */
    most: async (namespaceId: number, serverIds: readonly number[]): Promise<number> => {
      const row = await db
        .selectFrom('serverTag')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('namespaceId', '=', namespaceId)
        .where('serverId', 'in', serverIds)
        .groupBy('serverId')
        .orderBy('count', 'desc')
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}

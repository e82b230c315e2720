import type { Db } from '../../platform/db.ts'
import { HOUR_MS } from './metricSample.store.ts'
import { createMetricSeriesStore, SERIES_A_SERVER, type SeriesName } from './metricSeries.store.ts'

interface KnownSeries {
  id: number
  seenTime: number
}

/** The series of a server by what names them there. */
type OfServer = Map<string, KnownSeries>

const nameOf = ({ type, item }: Pick<SeriesName, 'type' | 'item'>) => `${type} ${item}`

/** The ids of series by their names, read once for each server. */
export interface SeriesIds {
  /** Forgets all: a chore may have removed what was not measured for long. */
  clear(): void
  /** Finds the ids of series, and makes those that are new, of all servers together; more than a server may have are left out. */
  find(wanted: readonly SeriesName[], now: number): Promise<(name: SeriesName) => number | undefined>
}

/** Those that are new, but no more than the server may have, in one order on every node. */
function missingOf(known: ReadonlyMap<number, OfServer>, wanted: readonly SeriesName[]): SeriesName[] {
  const missing = new Map<number, Map<string, SeriesName>>()
  for (const { serverId, type, item } of wanted) {
    const name = nameOf({ type, item })
    const found = known.get(serverId)
    if (found?.has(name)) continue
    const ofServer = missing.get(serverId) ?? new Map<string, SeriesName>()
    missing.set(serverId, ofServer)
    if (ofServer.size + (found?.size ?? 0) < SERIES_A_SERVER) ofServer.set(name, { serverId, type, item })
  }
  const inOrder = [...missing].toSorted(([one], [other]) => one - other)
  return inOrder.flatMap(([, names]) =>
    [...names].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name),
  )
}

/** Those of the wanted that were noted as seen more than an hour ago. */
function staleOf(known: ReadonlyMap<number, OfServer>, wanted: readonly SeriesName[], now: number): Set<KnownSeries> {
  const stale = new Set<KnownSeries>()
  for (const name of wanted) {
    const found = known.get(name.serverId)?.get(nameOf(name))
    if (found && now - found.seenTime > HOUR_MS) stale.add(found)
  }
  return stale
}

/** Creates it, with nothing known. */
export function createSeriesIds(db: Db): SeriesIds {
  let known = new Map<number, OfServer>()

  return {
    clear: () => {
      known = new Map()
    },
    find: async (wanted, now) => {
      // What is forgotten meanwhile is known until this is over.
      const servers = known
      const load = async (source: Db, serverIds: readonly number[]): Promise<void> => {
        const rows = await createMetricSeriesStore(source).ofServers(serverIds)
        for (const serverId of serverIds) servers.set(serverId, new Map())
        for (const { serverId, id, seenTime, ...name } of rows)
          servers.get(serverId)?.set(nameOf(name), { id, seenTime })
      }

      const unknown = new Set(wanted.map(({ serverId }) => serverId).filter((serverId) => !servers.has(serverId)))
      if (unknown.size > 0) await load(db, [...unknown])
      const [missing, stale] = [missingOf(servers, wanted), staleOf(servers, wanted, now)]
      if (missing.length > 0 || stale.size > 0) {
        await db.transaction().execute(async (trx) => {
          const series = createMetricSeriesStore(trx)
          const ids = [...stale].map(({ id }) => id)
          await series.touch(
            ids.toSorted((one, other) => one - other),
            now,
          )
          await series.add(missing, now)
          await load(trx, [...new Set(missing.map(({ serverId }) => serverId))])
        })
      }
      for (const one of stale) one.seenTime = now
      return (name) => servers.get(name.serverId)?.get(nameOf(name))?.id
    },
  }
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/schema.ts'

/** Which foreign row became which of ours, by part. */
export interface IdMap {
  /** Ours; undefined when it has not come over. */
  of(part: string, sourceId: number): number | undefined
  /** Ours, where 0 means nobody or everything. */
  orZero(part: string, sourceId: number): number
  /** Whether it was ours before and only stands for the foreign one. */
  isAdopted(part: string, sourceId: number): boolean
  /** Whether a foreign row has become this one of ours. */
  isTarget(part: string, targetId: number): boolean
  add(part: string, sourceId: number, targetId: number, isAdopted: boolean): void
}

/** Reads what earlier runs have brought. */
export async function loadIdMap(db: Kysely<Tables>, source: string): Promise<IdMap> {
  const parts = new Map<string, Map<number, { targetId: number; isAdopted: boolean }>>()
  const targets = new Map<string, Set<number>>()
  const add: IdMap['add'] = (part, sourceId, targetId, isAdopted) => {
    targets.set(part, (targets.get(part) ?? new Set()).add(targetId))
    const ids = parts.get(part) ?? new Map<number, { targetId: number; isAdopted: boolean }>()
    parts.set(part, ids)
    ids.set(sourceId, { targetId, isAdopted })
  }
  const rows = await db.selectFrom('importMap').selectAll().where('source', '=', source).execute()
  for (const row of rows) add(row.part, Number(row.sourceId), row.targetId, row.isAdopted === 1)
  const find = (part: string, sourceId: number) => parts.get(part)?.get(sourceId)
  return {
    add,
    of: (part, sourceId) => find(part, sourceId)?.targetId,
    orZero: (part, sourceId) => (sourceId === 0 ? 0 : (find(part, sourceId)?.targetId ?? 0)),
    isTarget: (part, targetId) => targets.get(part)?.has(targetId) ?? false,
    isAdopted: (part, sourceId) => find(part, sourceId)?.isAdopted ?? false,
  }
}

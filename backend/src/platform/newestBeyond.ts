import { type SelectQueryBuilder, sql } from 'kysely'

/** The largest id that has to go when only the newest `kept` rows stay; undefined while there are no more. */
export async function newestBeyond<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
  kept: number,
): Promise<number | undefined> {
  const row = await query
    .select(sql.ref('id').as('id'))
    .$castTo<{ id: number }>()
    .orderBy(sql.ref('id'), 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

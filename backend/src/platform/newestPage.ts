import { type SelectQueryBuilder, sql } from 'kysely'

/** Which page is asked for; the first one is 1. */
export interface PageOf {
  page: number
  rows: number
}

/** One page of the rows of a table, the largest id first, and how many the query finds in all. */
export async function newestPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, rows }: PageOf,
): Promise<{ list: Row[]; total: number }> {
  const [list, { total }] = await Promise.all([
    query
      .orderBy(sql.ref('id'), 'desc')
      .limit(rows)
      .offset((page - 1) * rows)
      .execute(),
    query
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { list, total }
}

import { type SelectQueryBuilder, sql } from 'kysely'

/** Which page is asked for; the first one is 1. */
export interface PageOf {
  page: number
  rows: number
}

/** How many rows a query finds, whatever it selects of them. */
export async function countOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(({ fn }) => fn.countAll().as('total'))
  return Number((await counted.$castTo<{ total: number }>().executeTakeFirstOrThrow()).total)
}

/** One page of the rows of a table, the largest id first, and how many the query finds in all. */
export async function newestPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { page, rows }: PageOf,
): Promise<{ list: Row[]; total: number }> {
  const [list, total] = await Promise.all([
    query
      .orderBy(sql.ref('id'), 'desc')
      .limit(rows)
      .offset((page - 1) * rows)
      .execute(),
    countOf(query),
  ])
  return { list, total }
}

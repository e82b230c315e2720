import { type TSchema, Type } from 'typebox'

/** Primary key of a row, a 32-bit number; 0 never names one. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** Local time of the server as `YYYY-MM-DD HH:MM:SS`, without zone; "" when unset. */
export const Timestamp = Type.String()

/** The answer of every list call. */
export const listOf = <Row extends TSchema>(row: Row) => Type.Object({ list: Type.Array(row) })

/** The answer of every add call. */
export const Created = Type.Object({ id: Type.Integer() })

/** Names one row to act on. */
export const ById = Type.Object({ id: Id })

/** One page of a long list: `page` counts from 1, `rows` is at most 500. */
export const PageInput = { page: Type.Integer({ minimum: 1 }), rows: Type.Integer({ minimum: 1, maximum: 500 }) }

/** Which page an answer holds, and how many rows there are on all of them. */
export const Pagination = Type.Object({ page: Type.Integer(), rows: Type.Integer(), total: Type.Integer() })

/** The answer of a list call that counts its rows. */
export const pageOf = <Row extends TSchema>(row: Row) => Type.Object({ list: Type.Array(row), pagination: Pagination })

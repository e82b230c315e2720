/** The tables of what stands between a person and a deploy: reviews, locks, freezes. */
export interface GuardTables {}

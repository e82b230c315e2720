/**
 * For queries that messages of the server keep current: nobody hears those while no page shows the data, so a page that is
 * opened or come back to reads it anew, beside what it has.
 */
export const LIVE = { staleTime: 0 } as const

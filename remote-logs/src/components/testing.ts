/** The places of a page that has no neighbours. */
export const ONLY_PAGE = { older: '', newer: '' }

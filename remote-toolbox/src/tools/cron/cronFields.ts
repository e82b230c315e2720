/** The fields in the order of seven of them; five leave out the seconds and the year. */
export const FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'weekday', 'year'] as const
export type FieldName = (typeof FIELDS)[number]

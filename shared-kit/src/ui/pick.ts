/** Apart from the other pieces, because antd's select is a weight that the first picture does without. */
export type { Tagged } from './groupByTag.ts'
export { taggedLabel } from './groupByTag.ts'
export type { TaggedSelectProps } from './TaggedSelect.tsx'
export { TaggedSelect } from './TaggedSelect.tsx'

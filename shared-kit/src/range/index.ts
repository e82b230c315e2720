/** Bundled by each area that shows what happened in a stretch of time. */
export { RangeSelect } from './RangeSelect.tsx'
export { endsOf, type Preset, type TimeRange, timeRangeOf } from './timeRange.ts'

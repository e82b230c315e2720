const UNITS = ['B', 'KB', 'MB'] as const
const STEP = 1024

/** "12.3 KB", for sentences. */
export function sizeOf(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), UNITS.length - 1)
  return `${(bytes / STEP ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}

/** A share such as "25%" of a total, or a number; undefined for "". */
function countOf(share: string, total: number): number | undefined {
  if (share === '') return undefined
  // Rounded down, which is the careful side for both: fewer servers at once, and an earlier end.
  const count = share.endsWith('%') ? Math.floor((Number(share.slice(0, -1)) * total) / 100) : Number(share)
  return Math.max(1, count)
}

/** The servers in batches; one after another are batches of one, whatever else is set. */
export function batchesOf<T>(items: readonly T[], batchSize: string, isSerial: boolean): T[][] {
  const size = isSerial ? 1 : (countOf(batchSize, items.length) ?? items.length)
  const batches: T[][] = []
  for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size))
  return batches
}

/** With how many failed servers no further batch begins. */
export const thresholdOf = (failureThreshold: string, total: number): number => countOf(failureThreshold, total) ?? 1

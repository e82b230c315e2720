/** A size as people compare it. */
export function bytesText(bytes: number): string {
  if (Math.abs(bytes) < 1_000) return `${bytes} B`
  if (Math.abs(bytes) < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A share of 0 to 1. */
export const shareText = (share: number): string => `${Math.round(share * 1_000) / 10} %`

/** How long something took, "" for nothing measured. */
export const durationText = (ms: number): string => {
  if (ms === 0) return ''
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** A change with its sign, as `+1.2 kB`. */
export const changeText = (from: number, to: number): string =>
  to === from ? 'unchanged' : `${to > from ? '+' : '−'}${bytesText(Math.abs(to - from))}`

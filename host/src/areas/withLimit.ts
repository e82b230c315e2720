/** A remote that never answers would leave a blank area for ever; the loader itself has no limit. */
export const AREA_LOAD_LIMIT_MS = 10_000

/** Settles with the work or, when that takes too long, with an error. */
export function withLimit<T>(work: Promise<T>, limitMs = AREA_LOAD_LIMIT_MS): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

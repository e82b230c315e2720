import { AppError, failed } from '../../platform/errors.ts'

/**
 * Gives work a signal that also ends at a time limit. Whatever the work says then is only a consequence of its end, so
 * the reason of the end is thrown instead.
 */
export async function withTimeLimit<Result>(
  { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number },
  what: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = failed(`${what} took longer than ${Math.round(timeoutMs / 1000)} s and was ended`)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(late), timeoutMs)
  const both = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
  try {
    both.throwIfAborted()
    return await work(both)
  } catch (error) {
    if (both.aborted) throw both.reason
    if (error instanceof AppError) throw error
    throw failed(`${what} failed: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

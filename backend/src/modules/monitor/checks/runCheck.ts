import { MonitorType } from '@windlass/shared-kit/contract/monitor'
import { AppError } from '../../../platform/errors.ts'
import { CheckError, type CheckOrder, type CheckTools, type ItemCheck, secondsOf } from './check.ts'
import { failureText } from './failureText.ts'
import { pingCheck } from './pingCheck.ts'
import { portCheck } from './portCheck.ts'
import { processCheck } from './processCheck.ts'
import { scriptCheck } from './scriptCheck.ts'
import { siteCheck } from './siteCheck.ts'

/** What came of a check. */
export interface CheckResult {
  /** "" when all items passed. */
  error: string
  /** The first that failed, "" otherwise. */
  failedItem: string
  /** Milliseconds. */
  latency: number
}

const CHECKS = {
  [MonitorType.Site]: siteCheck,
  [MonitorType.Port]: portCheck,
  [MonitorType.Ping]: pingCheck,
  [MonitorType.Process]: processCheck,
  [MonitorType.Script]: scriptCheck,
} as const

/** Ends by the limit even when what it waits for does not listen to the signal. */
async function limited(check: Omit<ItemCheck, 'signal'>, tools: CheckTools, signal?: AbortSignal): Promise<void> {
  const { order, item, seconds } = check
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new CheckError(`no answer within ${seconds} s`)), seconds * 1000)
  const limit = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal
  const over = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true })
  })
  try {
    limit.throwIfAborted()
    await Promise.race([CHECKS[order.type]({ ...check, signal: limit }, tools), over])
  } catch (error) {
    signal?.throwIfAborted()
    if (timer.signal.aborted) {
      const named = order.type === MonitorType.Process || order.type === MonitorType.Script ? `server ${item}` : item
      throw new CheckError(`${named}: no answer within ${seconds} s`)
    }
    throw error
  } finally {
    clearTimeout(timeout)
    // Whoever still waits for the limit is let go, and nobody is told.
    over.catch(() => undefined)
  }
}

/** Looks at the items in order; the first that fails decides. Rejects only when `signal` aborts. */
export async function runCheck(order: CheckOrder, tools: CheckTools, signal?: AbortSignal): Promise<CheckResult> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  const seconds = secondsOf(order.target)
  const items = order.target.items ?? []
  for (const item of items) {
    try {
      await limited({ order, item, seconds }, tools, signal)
    } catch (error) {
      signal?.throwIfAborted()
      const isTold = error instanceof CheckError || error instanceof AppError
      const text = isTold
        ? error.message
        : `the check failed: ${error instanceof Error ? error.message : String(error)}`
      return { error: failureText(text) || 'failed without a reason', failedItem: item, latency: took() }
    }
  }
  return { error: '', failedItem: '', latency: took() }
}

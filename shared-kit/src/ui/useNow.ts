import { useSyncExternalStore } from 'react'

/** How far the clock below may be behind. */
export const CLOCK_STEP_MS = 30_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // Nobody watched for a while, so the clock stood still.
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(tick, CLOCK_STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, renewed twice a minute by one clock for all who watch it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

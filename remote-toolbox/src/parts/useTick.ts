import { useEffect, useState } from 'react'

/** Specification 2: what shows the time is refreshed every second. */
const TICK_MS = 1000

/** The present, refreshed every second while somebody looks. */
export function useTick(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

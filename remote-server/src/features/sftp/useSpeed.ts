import { useEffect, useEffectEvent, useState } from 'react'

const STEP_MS = 1_000
/** How much the last second counts against those before it. */
const WEIGHT = 0.3

/** Bytes per second, smoothed; 0 while nothing moves. */
export function useSpeed(sent: number, isMoving: boolean): number {
  const [speed, setSpeed] = useState(0)
  const readSent = useEffectEvent(() => sent)
  useEffect(() => {
    if (!isMoving) return
    let last = readSent()
    const timer = setInterval(() => {
      const now = readSent()
      const moved = Math.max(0, now - last)
      last = now
      setSpeed((before) => (before === 0 ? moved : before * (1 - WEIGHT) + moved * WEIGHT))
    }, STEP_MS)
    return () => {
      clearInterval(timer)
      setSpeed(0)
    }
  }, [isMoving])
  return speed
}

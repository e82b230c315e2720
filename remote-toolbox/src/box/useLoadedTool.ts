import { type ComponentType, useEffect, useState } from 'react'
import type { Tool, ToolProps } from './tool.ts'

interface Outcome {
  View?: ComponentType<ToolProps>
  error?: unknown
}

/** The code of a tool. Not `lazy`, which would remember a failed connection for as long as the page lives. */
export function useLoadedTool(load: Tool['load']) {
  const [attempt, setAttempt] = useState({ load })
  const [outcome, setOutcome] = useState<Outcome>({})
  useEffect(() => {
    let isWanted = true
    const settle = (next: Outcome) => isWanted && setOutcome(next)
    attempt.load().then(
      ({ default: View }) => settle({ View }),
      (error: unknown) => settle({ error }),
    )
    return () => {
      isWanted = false
    }
  }, [attempt])
  const retry = () => {
    setOutcome({})
    setAttempt({ load })
  }
  return { ...outcome, retry }
}

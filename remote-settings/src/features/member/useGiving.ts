import { useState } from 'react'
import type { RefusalReason, useRoleChange } from './useRoleChange.ts'

const NOBODY: ReadonlyMap<number, RefusalReason> = new Map()

/** One attempt after the other to give a role: who stood in the way stays known, so that the next one goes without them. */
export function useGiving(change: ReturnType<typeof useRoleChange>['change']) {
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState(NOBODY)
  const [error, setError] = useState<Error>()

  /** Answers whether everybody got it; nobody did otherwise. */
  const give = async (userIds: number[], roleId: number): Promise<boolean> => {
    setRunning(true)
    setError(undefined)
    try {
      const named = await change(userIds, roleId)
      setRefused(new Map([...refused, ...named.map(({ userId, reason }) => [userId, reason] as const)]))
      return named.length === 0
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      return false
    } finally {
      setRunning(false)
    }
  }
  const forget = () => {
    setRefused(NOBODY)
    setError(undefined)
  }
  return { isRunning, refused, error, give, forget }
}

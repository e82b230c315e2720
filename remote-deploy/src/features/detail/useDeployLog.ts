import { DeployLog } from '@windlass/shared-kit/contract/deploy'
import { type SocketProjectMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call } from '@windlass/shared-kit/http'
import { usePageActive } from '@windlass/shared-kit/remote'
import { useSocketMessage, useSocketReopened } from '@windlass/shared-kit/session'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EMPTY_LOG, readLog } from './readLog.ts'

/** Looks by itself too, for the case that a message got lost on its way. */
const POLL_MS = 2_000
/** An answer may be long, and the line slow. */
const ANSWER_MS = 30_000

/** The log of one deploy, read on from its own offset whenever there is more. */
export function useDeployLog(projectId: number, token: string) {
  const [log, setLog] = useState(EMPTY_LOG)
  const [error, setError] = useState<Error>()
  const isActive = usePageActive()
  const latest = useRef(log)
  /** One look at a time; a wish that comes meanwhile is remembered. */
  const look = useRef({ isRunning: false, isWanted: false })

  const readOn = useCallback(async () => {
    if (token === '' || latest.current.isEnded) return
    if (look.current.isRunning) {
      look.current.isWanted = true
      return
    }
    look.current.isRunning = true
    try {
      for (;;) {
        const before = latest.current
        const input = { projectId, token, offset: before.nextOffset }
        const answer = await call(DeployLog, input, { quiet: true, timeoutMs: ANSWER_MS })
        latest.current = readLog(before, answer)
        setLog(latest.current)
        setError(undefined)
        const hasMore = answer.nextOffset > before.nextOffset && !answer.isEnded
        if (!hasMore && !look.current.isWanted) return
        look.current.isWanted = false
      }
    } catch (problem) {
      // What was read stays; the next look tries again.
      setError(problem instanceof Error ? problem : new Error(String(problem)))
    } finally {
      look.current.isRunning = false
    }
  }, [projectId, token])

  useEffect(() => {
    void readOn()
  }, [readOn])
  useEffect(() => {
    if (!isActive || log.isEnded) return
    const timer = setInterval(() => void readOn(), POLL_MS)
    return () => clearInterval(timer)
  }, [isActive, log.isEnded, readOn])
  useSocketMessage<SocketProjectMessage>(SocketType.Project, (message) => {
    if (message.token === token && (message.offset ?? Number.POSITIVE_INFINITY) > latest.current.nextOffset)
      void readOn()
  })
  useSocketReopened(() => void readOn())

  return { log, error }
}

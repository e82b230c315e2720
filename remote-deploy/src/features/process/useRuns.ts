import type { OutputOf } from '@windlass/shared-kit/contract'
import { type ProcessCommand, ProcessRun } from '@windlass/shared-kit/contract/projectProcess'
import { type SocketProcessMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call, randomId } from '@windlass/shared-kit/http'
import { useSocketMessage } from '@windlass/shared-kit/session'
import { useState } from 'react'

/** One command on one server: what it says while it runs, and what came of it. */
export interface Run {
  runId: string
  command: ProcessCommand
  isRunning: boolean
  /** What it has said so far. */
  live: string
  outcome?: OutputOf<typeof ProcessRun>
  error?: Error
}

/** A page keeps the end of what it hears; the answer holds all. */
const LIVE_CHARS = 64 * 1024

const keyOf = (processId: number, serverId: number) => `${processId} ${serverId}`

/** Runs commands and remembers the last outcome for each process and server while the page is open. */
export function useRuns() {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({})
  const change = (key: string, runId: string, patch: (run: Run) => Run) =>
    setRuns((before) => {
      const run = before[key]
      return run?.runId === runId ? { ...before, [key]: patch(run) } : before
    })
  useSocketMessage<SocketProcessMessage>(SocketType.Process, ({ runId, text }) => {
    const key = Object.keys(runs).find((name) => runs[name]?.runId === runId)
    if (key !== undefined) change(key, runId, (run) => ({ ...run, live: (run.live + text).slice(-LIVE_CHARS) }))
  })

  return {
    of: (processId: number, serverId: number): Run | undefined => runs[keyOf(processId, serverId)],
    start: async (processId: number, serverId: number, command: ProcessCommand): Promise<void> => {
      const key = keyOf(processId, serverId)
      const runId = randomId()
      setRuns((before) => ({ ...before, [key]: { runId, command, isRunning: true, live: '' } }))
      try {
        const outcome = await call(
          ProcessRun,
          { projectProcessId: processId, serverId, command, runId },
          { quiet: true },
        )
        change(key, runId, (run) => ({ ...run, isRunning: false, outcome }))
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        change(key, runId, (run) => ({ ...run, isRunning: false, error: reason }))
      }
    },
  }
}

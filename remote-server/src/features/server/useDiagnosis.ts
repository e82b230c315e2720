import type { InputOf } from '@windlass/shared-kit/contract'
import {
  type Diagnosis,
  type DiagnosisStep,
  ServerDiagnose,
  ServerDiagnoseStored,
} from '@windlass/shared-kit/contract/serverDiagnosis'
import { type SocketDiagnosisMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { call, randomId } from '@windlass/shared-kit/http'
import { useSocketMessage } from '@windlass/shared-kit/session'
import { useState } from 'react'

/** One diagnosis: what is known of it while it runs, and what came of it. */
export interface DiagnosisRun {
  runId: string
  /** By their place; what is not known yet is not there. */
  live: Readonly<Record<number, DiagnosisStep>>
  result?: Diagnosis
  error?: Error
}

/** The console tries as many at the same time; the others wait here, where they can still be given up. */
const AT_ONCE = 8
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Keeps the runs of a page by name, and what arrives about each of them. */
function useRuns<Key extends string | number>() {
  const [runs, setRuns] = useState<ReadonlyMap<Key, DiagnosisRun>>(new Map())
  /** What arrives late, about a run that was started anew meanwhile, changes nothing. */
  const change = (runId: string, patch: (run: DiagnosisRun) => DiagnosisRun) =>
    setRuns((before) => {
      const [key, run] = [...before].find(([, other]) => other.runId === runId) ?? []
      return key === undefined || !run ? before : new Map(before).set(key, patch(run))
    })
  useSocketMessage<SocketDiagnosisMessage>(SocketType.Diagnosis, ({ runId, index, step }) =>
    change(runId, (run) => ({ ...run, live: { ...run.live, [index]: step } })),
  )
  const run = async (key: Key, ask: (runId: string) => Promise<Diagnosis>) => {
    const runId = randomId()
    setRuns((before) => new Map(before).set(key, { runId, live: {} }))
    try {
      const result = await ask(runId)
      change(runId, (known) => ({ ...known, result }))
    } catch (error) {
      change(runId, (known) => ({ ...known, error: asError(error) }))
    }
  }
  return { runs, run }
}

/** Tries what a form holds; the form shows what came of it, so nobody else is told. */
export function useDiagnosis() {
  const { runs, run } = useRuns<'form'>()
  const [isRunning, setRunning] = useState(false)
  return {
    current: runs.get('form'),
    isRunning,
    start: async (input: InputOf<typeof ServerDiagnose>) => {
      setRunning(true)
      await run('form', (runId) => call(ServerDiagnose, { ...input, runId }, { quiet: true }))
      setRunning(false)
    },
  }
}

/** Tries stored servers, some at a time, and remembers for each what came of it while the page is open. */
export function useChecks(onChecked: () => void) {
  const { runs, run } = useRuns<number>()
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set())
  const drop = (id: number) => setWaiting((before) => new Set([...before].filter((other) => other !== id)))
  return {
    of: (id: number): DiagnosisRun | undefined => runs.get(id),
    isWaiting: (id: number) => waiting.has(id),
    start: async (ids: readonly number[]) => {
      setWaiting((before) => new Set([...before, ...ids]))
      const left = [...ids]
      const work = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          const serverId = id
          drop(serverId)
          await run(serverId, (runId) => call(ServerDiagnoseStored, { id: serverId, runId }, { quiet: true }))
        }
      }
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work))
      onChecked()
    },
  }
}

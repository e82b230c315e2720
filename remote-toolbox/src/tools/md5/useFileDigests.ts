import { useEffect, useRef, useState } from 'react'
import type { Algorithm, Digests } from './algorithms.ts'
import { followPace, type Pace, startPace } from './pace.ts'
import { startDigests } from './startDigests.ts'

/** Hashing of one file, as far as it has come. */
export interface DigestRun {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  digests: Digests
  /** How it goes for each algorithm that has begun. */
  paces: Readonly<Partial<Record<Algorithm, Pace>>>
  /** Why it failed. */
  problem?: unknown
}

/** So that a text that is being typed does not start workers with every key. */
const TYPING_MS = 200

const BEGINNING: DigestRun = { state: 'running', digests: {}, paces: {} }
const NOTHING: DigestRun = { state: 'done', digests: {}, paces: {} }

function withProgress(run: DigestRun, algorithms: readonly Algorithm[], done: number): DigestRun {
  const at = performance.now()
  const paces = algorithms.map((id) => [id, followPace(run.paces[id] ?? startPace(at, done), at, done)])
  return { ...run, paces: { ...run.paces, ...Object.fromEntries(paces) } }
}

/** Hashes a file, and anew whenever it is another one; what is not wanted any more is ended at once. */
export function useFileDigests(file: Blob | undefined) {
  const [attempt, setAttempt] = useState(0)
  const [seen, setSeen] = useState({ file, attempt, run: BEGINNING })
  const end = useRef<() => void>(undefined)
  const isSame = seen.file === file && seen.attempt === attempt
  const run = file ? (isSame ? seen.run : BEGINNING) : NOTHING

  useEffect(() => {
    if (!file) return
    const change = (next: (before: DigestRun) => DigestRun) =>
      setSeen((all) => {
        const before = all.file === file && all.attempt === attempt ? all.run : BEGINNING
        return { file, attempt, run: next(before) }
      })
    let stop: (() => void) | undefined
    const begin = () => {
      stop = startDigests(file, {
        onProgress: (algorithms, done) => change((before) => withProgress(before, algorithms, done)),
        onDigests: (digests) => change((before) => ({ ...before, digests: { ...before.digests, ...digests } })),
        onDone: () => change((before) => ({ ...before, state: 'done' })),
        onProblem: (problem) => change((before) => ({ ...before, state: 'failed', problem })),
      })
    }
    const timer = setTimeout(begin, file instanceof File ? 0 : TYPING_MS)
    end.current = () => {
      clearTimeout(timer)
      stop?.()
    }
    return end.current
  }, [file, attempt])

  const cancel = () => {
    end.current?.()
    setSeen({ file, attempt, run: { ...run, state: 'cancelled' } })
  }
  return { run, cancel, restart: () => setAttempt(attempt + 1) }
}

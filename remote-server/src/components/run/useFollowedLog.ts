import type { KeptOutput } from '@windlass/shared-kit/contract/serverScript'
import { useEffect, useEffectEvent, useState } from 'react'

/** What a page keeps of a log it follows. */
const KEPT_LENGTH = 1024 * 1024
const NOTHING: KeptOutput = { head: '', cut: 0, tail: '' }

/** Reads a log until somebody leaves or it ends by itself; tells every piece as it comes. */
export type FollowLog = (signal: AbortSignal, onText: (text: string) => void) => Promise<unknown>

interface Following {
  output: KeptOutput
  isOpen: boolean
  error?: Error
}

const withText = ({ cut, tail }: KeptOutput, text: string): KeptOutput => {
  const whole = tail + text
  const extra = Math.max(0, whole.length - KEPT_LENGTH)
  return { head: '', cut: cut + extra, tail: whole.slice(extra) }
}

/** The end of a log and what comes after, as long as somebody looks; another log needs another key. */
export function useFollowedLog(follow: FollowLog): Following {
  const [state, setState] = useState<Following>({ output: NOTHING, isOpen: true })
  const begin = useEffectEvent(follow)
  useEffect(() => {
    const leave = new AbortController()
    const add = (text: string) => setState((before) => ({ ...before, output: withText(before.output, text) }))
    begin(leave.signal, add).then(
      () => setState((before) => ({ ...before, isOpen: false })),
      (error: unknown) => {
        if (leave.signal.aborted) return
        const reason = error instanceof Error ? error : new Error(String(error))
        setState((before) => ({ ...before, isOpen: false, error: reason }))
      },
    )
    return () => leave.abort()
  }, [])
  return state
}

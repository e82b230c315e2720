import { useEffect, useEffectEvent } from 'react'

/** Lets the browser ask before the page is left while something would be lost; a function is asked at that moment. */
export function useUnloadGuard(isNeeded: boolean | (() => boolean)): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (typeof isNeeded === 'function' ? isNeeded() : isNeeded) event.preventDefault()
  })
  const isListening = isNeeded !== false
  useEffect(() => {
    // A page that listens is not kept for a step back, so it does only while something is at stake.
    if (!isListening) return
    const handle = (event: BeforeUnloadEvent) => ask(event)
    addEventListener('beforeunload', handle)
    return () => removeEventListener('beforeunload', handle)
  }, [isListening])
}

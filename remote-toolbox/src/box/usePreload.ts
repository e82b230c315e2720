import { useEffect } from 'react'
import type { Tool } from './tool.ts'

/** Some browsers tell that every byte costs; the type of the DOM does not know it yet. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Safari has no idle time to give. */
const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act)
  return () => cancelIdleCallback(request)
}

/** Loads the other tools while nothing else is to do, so that they open at once, and without a connection too. */
export function usePreload(tools: readonly Tool[], isShown: boolean): void {
  useEffect(() => {
    if (!isShown || savesData()) return
    let isWanted = true
    const loadAll = async () => {
      for (const { load } of tools) {
        if (!isWanted) return
        // One that fails is loaded, and its failure told, when somebody opens it.
        await load().catch((error: unknown) => console.warn('a tool could not be loaded ahead', error))
      }
    }
    const cancel = whenIdle(() => void loadAll())
    return () => {
      isWanted = false
      cancel()
    }
  }, [tools, isShown])
}

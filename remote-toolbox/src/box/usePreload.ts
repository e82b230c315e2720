import { useEffect } from 'react'
import type { Tool } from './tool.ts'

/** Some browsers tell that every byte costs; the type of the DOM does not know it yet. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Safari has no idle time to give. */
const WITHOUT_IDLE_MS = 200

/** Resolves when the page has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, WITHOUT_IDLE_MS)
    else requestIdleCallback(() => resolve())
  })
}

/**
 * Loads the other tools while nothing else is to do, one at a time, so that they open at once, and without a connection
 * too.
 */
export function usePreload(tools: readonly Tool[], isShown: boolean): void {
  useEffect(() => {
    if (!isShown || savesData()) return
    let isWanted = true
    const loadAll = async () => {
      for (const { load } of tools) {
        await idle()
        if (!isWanted) return
        // One that fails is loaded, and its failure told, when somebody opens it.
        await load().catch((error: unknown) => console.warn('a tool could not be loaded ahead', error))
      }
    }
    void loadAll()
    return () => {
      isWanted = false
    }
  }, [tools, isShown])
}

import type { OpensshSettings } from './opensshSettings.ts'

/** As long as ssh2's pooled connections. */
const IDLE_MS = 60_000

interface Entry {
  settings: Promise<OpensshSettings>
  users: number
  idleTimer?: NodeJS.Timeout
}

/** Settings that several programs share, one after another or at once. */
export interface OpensshPool {
  /**
   * Lends the settings of one way to a server; disposing of what is lent gives it back.
   * @param key names the way with everything that the settings are made of
   */
  lend(key: string, create: () => Promise<OpensshSettings>): Promise<OpensshSettings>
  close(): Promise<void>
}

/** Keeps settings and the connection they share for a while after their last use: signing in costs more than most deploys. */
export function createOpensshPool(idleMs = IDLE_MS): OpensshPool {
  const entries = new Map<string, Entry>()

  const end = async (key: string, entry: Entry): Promise<void> => {
    clearTimeout(entry.idleTimer)
    if (entries.get(key) === entry) entries.delete(key)
    await (await entry.settings).dispose()
  }
  const giveBack = (key: string, entry: Entry): void => {
    entry.users--
    if (entry.users > 0 || entries.get(key) !== entry) return
    // What fails here is a file that could not be removed; it is swept at the next start.
    entry.idleTimer = setTimeout(() => void end(key, entry).catch(() => undefined), idleMs).unref()
  }

  return {
    lend: async (key, create) => {
      const entry = entries.get(key) ?? { settings: create(), users: 0 }
      entries.set(key, entry)
      clearTimeout(entry.idleTimer)
      entry.users++
      try {
        const settings = await entry.settings
        let isLent = true
        const dispose = async () => {
          if (isLent) giveBack(key, entry)
          isLent = false
        }
        return { ...settings, dispose }
      } catch (error) {
        // Whoever comes next tries anew.
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    close: async () => {
      await Promise.allSettled([...entries].map(([key, entry]) => end(key, entry)))
    },
  }
}

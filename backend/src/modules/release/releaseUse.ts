import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import { createRemoteVersionStore } from './remoteVersion.store.ts'

/** Often enough for a retention that thinks in days. */
const FLUSH_MS = 3_600_000

/** Remembers when each version was last given to anybody. */
export interface ReleaseUse {
  /** Quick: every page does it for each of its areas. */
  mark(id: number): void
  /** Writes down what was marked. */
  flush(): Promise<void>
}

/** Gathers uses in memory and writes them down once an hour, and at a stop. */
export function createReleaseUse(platform: Platform): ReleaseUse {
  const marked = new Map<number, number>()
  const flush = async () => {
    const times = new Map(marked)
    marked.clear()
    await createRemoteVersionStore(platform.db).touch(times)
  }
  repeat(platform, { everyMs: FLUSH_MS, problem: 'cannot write down what is in use' }, flush)
  platform.onStop(flush)
  return { mark: (id) => marked.set(id, Date.now()), flush }
}

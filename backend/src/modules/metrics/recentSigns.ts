/** Remembers what came for at least so long, and forgets it within twice that; nothing grows without end. */
export interface RecentSigns {
  /** Answers whether it was there already, and remembers it. */
  seen(sign: string): boolean
  forget(sign: string): void
}

/** Two generations: a sign is looked for in both, and the older one is dropped as a whole. */
export function createRecentSigns(keptMs: number, now: () => number = Date.now): RecentSigns {
  let [young, old] = [new Set<string>(), new Set<string>()]
  let since = now()
  return {
    seen: (sign) => {
      const age = now() - since
      if (age >= keptMs) {
        old = age >= 2 * keptMs ? new Set() : young
        young = new Set()
        since = now()
      }
      if (young.has(sign) || old.has(sign)) return true
      young.add(sign)
      return false
    },
    forget: (sign) => {
      young.delete(sign)
      old.delete(sign)
    },
  }
}

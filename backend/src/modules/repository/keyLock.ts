/** Lets one piece of work per key run at a time, in the order in which they came. */
export function createKeyLock() {
  const tails = new Map<number, Promise<unknown>>()
  return async <T>(key: number, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const tail = mine.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await mine
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}

/** So many values in a statement are far below what both engines take. */
const AT_ONCE = 500

interface Gathering<Value> {
  keys: Set<string>
  answer: Promise<ReadonlyMap<string, Value>>
}

/**
 * Asks once for what many ask for one by one in the same turn of the event loop, in lists that one statement can take.
 * @param load answers what it found, by key
 */
export function gathered<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  limit: number = AT_ONCE,
): (key: string) => Promise<Value | undefined> {
  let open: Gathering<Value> | undefined

  const begin = (): Gathering<Value> => {
    const keys = new Set<string>()
    const gathering: Gathering<Value> = {
      keys,
      answer: new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        if (open === gathering) open = undefined
        return load([...keys])
      }),
    }
    return gathering
  }

  return async (key) => {
    if (!open || (open.keys.size >= limit && !open.keys.has(key))) open = begin()
    const { keys, answer } = open
    keys.add(key)
    return (await answer).get(key)
  }
}

/** Answers what was made before for the same key; beyond the limit the one that was used longest ago is made anew. */
export function cached<Value>(limit: number, make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>()
  return (key) => {
    const value = values.get(key) ?? make(key)
    // Put at the end again: a Map keeps the order in which keys were set, so the first is the one to leave.
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > limit && oldest !== undefined) values.delete(oldest)
    return value
  }
}

/**
 * Runs over everything that comes, so many at once. The first failure ends it: nothing new is begun, what runs is
 * waited for, and the failure is thrown.
 */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const state: { running: number; failure?: { error: unknown } } = { running: 0 }
  let ended: { promise: Promise<void>; resolve(): void } | undefined
  const start = async (item: Item) => {
    try {
      await run(item)
    } catch (error) {
      state.failure ??= { error }
    }
    state.running--
    ended?.resolve()
    ended = undefined
  }
  const untilAtMost = async (count: number) => {
    while (state.running > count) {
      ended ??= Promise.withResolvers<void>()
      await ended.promise
    }
  }
  for await (const item of items) {
    if (state.failure) break
    state.running++
    void start(item)
    await untilAtMost(limit - 1)
  }
  await untilAtMost(0)
  if (state.failure) throw state.failure.error
}

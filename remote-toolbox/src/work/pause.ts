/** Long enough to get work done, short enough that nobody sees a page stutter. */
const SLICE_MS = 12

/** Lets others have a turn when enough was done in one go; rejects once the work is no longer wanted. */
export type Pause = () => Promise<void> | undefined

/** The next turn of the event loop. Timers would wait 4 ms each time. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const handleTurn = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', handleTurn, { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
}

/**
 * Work in slices: in a page so that it stays alive, in a worker so that other requests come through.
 * Calling it costs next to nothing between pauses, but not nothing: call it every few thousand steps.
 */
export function makePause(signal: AbortSignal): Pause {
  let startedAt = performance.now()
  const giveWay = async () => {
    await nextTurn()
    signal.throwIfAborted()
    startedAt = performance.now()
  }
  return () => (performance.now() - startedAt < SLICE_MS ? undefined : giveWay())
}

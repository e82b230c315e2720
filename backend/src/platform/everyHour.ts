import type { Platform } from './platform.ts'

const HOUR_MS = 3_600_000

/** Does a chore at the start and then every hour. Every node does it, so twice at once must be as good as once. */
export function everyHour({ log, onStart, onStop }: Platform, chore: string, run: () => Promise<void>): void {
  const tick = () =>
    run().catch((error: unknown) => log.error({ err: error }, `cannot ${chore}; trying again in an hour`))
  let timer: NodeJS.Timeout | undefined
  onStart(async () => {
    await tick()
    timer = setInterval(() => void tick(), HOUR_MS).unref()
  })
  onStop(async () => clearInterval(timer))
}

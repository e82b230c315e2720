import { setTimeout as wait } from 'node:timers/promises'

/** PostgreSQL ended one of several that waited for each other, or that read what another one changed; it wrote nothing. */
const COLLISIONS: ReadonlySet<unknown> = new Set(['40P01', '40001'])
const TRIES = 6
/** Whoever went on needs a moment; two that are repeated must not meet again at the same one. */
const PAUSE_MS = 40

const isCollision = (error: unknown): boolean => error instanceof Error && COLLISIONS.has(Reflect.get(error, 'code'))

/**
 * Does again what PostgreSQL has undone because it collided with something else.
 * @throws what the work throws, a collision when it came again and again
 */
export async function repeatCollided<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error
    }
    await wait(Math.random() * PAUSE_MS * attempt)
  }
}

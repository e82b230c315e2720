import { setTimeout as wait } from 'node:timers/promises'

/** Longer than any comparison of a password takes on a machine that is not overloaded. */
const FLOOR_MS = 300

/**
 * Lets refusals come no sooner than this: how long one took must not tell whether an account is known, how its
 * password was hashed, or whom a directory knows. What succeeds does so at once.
 */
export async function withFloor<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  try {
    return await work()
  } catch (error) {
    await wait(Math.max(0, FLOOR_MS - (performance.now() - begun)))
    throw error
  }
}

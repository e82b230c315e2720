/** Long enough for all files of a failed attempt to have failed; an attempt made earlier would wait for the same ones. */
const SECOND_TRY_MS = 250

/** Tries a second time: what was fetched ahead and failed is remembered by the browser for exactly one attempt. */
export const twice = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch(async (error: unknown) => {
    // If the second try fails differently, the first failure is the one that explains.
    console.warn('loading again after', error)
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS))
    return work()
  })

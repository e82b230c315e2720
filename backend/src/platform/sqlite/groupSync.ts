import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/** Waits until everything written to a file before the call is on the disk. */
export type GroupSync = () => Promise<void>

/**
 * Forces a file to the disk beside the event loop, once for all who ask while the time before is still under way.
 * After one failure every later call fails: a disk that lost what it was given says nothing about it the second time.
 */
export function createGroupSync(file: number, force: (file: number) => Promise<void> = sync): GroupSync {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last = last.then(() => {
      // Whoever writes from here on may not be covered any more.
      next = undefined
      return force(file)
    })
    return next
  }
}

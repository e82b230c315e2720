import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_BYTES = 16 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void

/** V8 gives its collector only to programs that ask for it, and asking is a flag. */
function findCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return collect
}

let collect: Collect | undefined
let passed = 0

/**
 * To be told of bytes that pass through in buffers of their own. Buffers hold memory outside of V8's heap, and when much
 * of it has been made V8 looks through everything the process keeps, though what it looks for is among its youngest
 * objects. That took longer than moving the bytes; looking only at the young ones in time takes a twentieth of it.
 */
export function notePassing(bytes: number): void {
  passed += bytes
  if (passed < EVERY_BYTES) return
  passed = 0
  collect ??= findCollector()
  collect({ type: 'minor' })
}

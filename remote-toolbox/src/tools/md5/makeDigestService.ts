import type { MakeService } from '../../work/service.ts'
import type { Algorithm, Digests } from './algorithms.ts'
import { openHashers } from './openHashers.ts'
import { readSlices } from './readSlices.ts'

/** What is hashed in one go: in a page without workers it must not be felt. */
const STEP_BYTES = 128 * 1024
const REPORT_MS = 100

/** Hashes files of any size. */
export interface DigestService {
  digest(file: Blob, algorithms: readonly Algorithm[], onProgress: (done: number) => void): Promise<Digests>
}

/** Calls at most every so often: progress is for people. */
function seldom(report: (done: number) => void): (done: number) => void {
  let reportedAt = performance.now()
  return (done) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    report(done)
  }
}

/** All algorithms asked for share one reading of the file. */
export const makeDigestService: MakeService<DigestService> = (pause) => ({
  async digest(file, algorithms, onProgress) {
    const hashers = await openHashers(algorithms)
    const report = seldom(onProgress)
    let done = 0
    for await (const bytes of readSlices(file)) {
      for (let at = 0; at < bytes.length; at += STEP_BYTES) {
        const step = bytes.subarray(at, at + STEP_BYTES)
        for (const hasher of hashers) hasher.update(step)
        await pause()
      }
      done += bytes.length
      report(done)
    }
    // A file that got shorter meanwhile has no digest, even where the browser does not notice.
    if (done !== file.size) throw new DOMException('the file has changed', 'NotReadableError')
    return Object.fromEntries(algorithms.map((algorithm, index) => [algorithm, hashers[index]?.digest()]))
  },
})

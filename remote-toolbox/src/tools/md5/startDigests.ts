import { callback, type Running, startService } from '../../work/startService.ts'
import type { Algorithm, Digests } from './algorithms.ts'
import type { DigestService } from './makeDigestService.ts'

/** Each lane reads the file by itself, so that the quick algorithm is not held up by the slow ones. */
export const LANES: readonly (readonly Algorithm[])[] = [['md5'], ['sha1', 'sha256', 'sha512']]

/** With fewer, two lanes would only take turns: MD5 would be late, and the rest hardly earlier. */
const CORES_FOR_LANES = 4

interface Listener {
  onProgress(algorithms: readonly Algorithm[], done: number): void
  onDigests(digests: Digests): void
  /** All digests are there. */
  onDone(): void
  /** Something went wrong; nothing more comes. */
  onProblem(error: unknown): void
}

const start = () =>
  startService<DigestService>({
    source: () => import(/* webpackMode: "eager" */ './digest.worker.ts?worker-source'),
    inPage: async () => (await import('./makeDigestService.ts')).makeDigestService,
  })

/**
 * Hashes a file off the main thread where that is possible.
 * @returns ends the work; the listener hears nothing any more
 */
export function startDigests(file: Blob, listener: Listener): () => void {
  const running = new Set<Running<DigestService>>()
  let isEnded = false
  const end = () => {
    isEnded = true
    for (const lane of running) lane.end()
    running.clear()
  }
  const runLane = async (algorithms: readonly Algorithm[]) => {
    if (isEnded) return
    const lane = await start()
    if (isEnded) return lane.end()
    running.add(lane)
    const report = callback((done: number) => {
      if (!isEnded) listener.onProgress(algorithms, done)
    })
    const digests = await lane.service.digest(file, algorithms, report)
    running.delete(lane)
    lane.end()
    if (!isEnded) listener.onDigests(digests)
  }
  const runAll = async () => {
    if (navigator.hardwareConcurrency >= CORES_FOR_LANES) await Promise.all(LANES.map(runLane))
    else for (const algorithms of LANES) await runLane(algorithms)
    if (!isEnded) listener.onDone()
  }
  runAll().catch((error: unknown) => {
    // Work in the page rejects when it is ended, and whoever ended it knows.
    if (isEnded) return
    end()
    listener.onProblem(error)
  })
  return end
}

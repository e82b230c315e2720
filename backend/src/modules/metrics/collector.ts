import { METRIC_STALE_MS } from '@windlass/shared-kit/contract/serverMetrics'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { repeat } from '../../platform/repeat.ts'
import type { ServerService } from '../server/server.service.ts'
import { COLLECT_PROGRAM } from './collectProgram.ts'
import type { MetricBuffer } from './metricBuffer.ts'
import { MINUTE_MS } from './metricSample.store.ts'
import { createMetricSourceStore } from './metricSource.store.ts'
import { readCollected } from './readCollected.ts'

const TICK_MS = 1_000
const COMMAND_MS = 20_000
const KEPT_BYTES = 256 * 1024
const ERROR_LENGTH = 1_000
/** Minutes until the next try, by the number of failures in a row. */
const PAUSES = [1, 2, 5, 10, 15] as const
/** Neighbouring ids come far apart within the minute. */
const SPREAD_STEP_MS = 37_000

type Due = Awaited<ReturnType<ReturnType<typeof createMetricSourceStore>['due']>>[number]

/** The second of a minute that belongs to a server, so that a thousand are not asked at once. */
function nextTurn(serverId: number, now: number): number {
  const own = (serverId * SPREAD_STEP_MS) % MINUTE_MS
  return Math.floor((now - own) / MINUTE_MS) * MINUTE_MS + MINUTE_MS + own
}

interface CollectorParts extends Pick<Platform, 'db' | 'ssh' | 'env' | 'log' | 'onStart' | 'onStop'> {
  servers: Pick<ServerService, 'target'>
  buffer: Pick<MetricBuffer, 'add'>
}

/** Asks one server, and notes what came of it. */
function createTurn({ db, ssh, log, servers, buffer }: CollectorParts) {
  const store = createMetricSourceStore(db)

  const ask = async ({ serverId, namespaceId }: Due, signal: AbortSignal): Promise<void> => {
    const target = await servers.target(namespaceId, serverId)
    if (target.os !== 'linux') throw failed('only servers with Linux can be measured over SSH')
    const minute = Math.floor(Date.now() / MINUTE_MS)
    const options = { stdin: COLLECT_PROGRAM, timeoutMs: COMMAND_MS, keepBytes: KEPT_BYTES, signal }
    const { stdout } = await ssh.exec(target, 'sh -s', options)
    const values = readCollected(stdout)
    if (values.length === 0) throw failed('the server answered nothing that can be read; is it a Linux with /proc?')
    await buffer.add(values.map((value) => ({ ...value, serverId, minute })))
  }

  return async (due: Due, nextTime: number, signal: AbortSignal): Promise<void> => {
    const claimed = { serverId: due.serverId, nextTime }
    try {
      await ask(due, signal)
      await store.settle(claimed, { sshTime: Date.now(), sshError: '', sshFailures: 0 })
    } catch (error) {
      if (signal.aborted) return
      const isForeseen = error instanceof AppError
      if (!isForeseen) log.error({ err: error, serverId: due.serverId }, 'a server cannot be measured')
      const sshError = isForeseen ? error.message : 'the console could not do this; its log has the reason'
      const pause = PAUSES[Math.min(due.sshFailures, PAUSES.length - 1)] ?? 1
      await store.settle(claimed, {
        sshError: sshError.slice(0, ERROR_LENGTH),
        sshFailures: due.sshFailures + 1,
        nextTime: nextTime + (pause - 1) * MINUTE_MS,
      })
    }
  }
}

/** Asks servers over SSH what an agent would report, each once a minute, only so many at a time. */
export function startCollector(parts: CollectorParts): void {
  const { db, env, log, onStop } = parts
  const store = createMetricSourceStore(db)
  const turn = createTurn(parts)
  const running = new Set<Promise<void>>()

  const look = async (signal: AbortSignal): Promise<void> => {
    const now = Date.now()
    const free = env.METRIC_SSH_LIMIT - running.size
    if (free <= 0) return
    for (const due of await store.due(now, free)) {
      const nextTime = nextTurn(due.serverId, now)
      if (!(await store.claim(due, nextTime))) continue
      // Its agent tells the same, and sooner.
      if (now - due.agentTime < METRIC_STALE_MS) continue
      const work = turn(due, nextTime, signal)
        .catch((error: unknown) => log.error({ err: error, serverId: due.serverId }, 'a measurement was lost'))
        .finally(() => running.delete(work))
      running.add(work)
    }
  }

  // Stops run in reverse: by then the last look is over, and what it began has been told to give up.
  onStop(async () => {
    await Promise.allSettled(running)
  })
  repeat(parts, { everyMs: TICK_MS, problem: 'cannot look which servers to measure; trying again' }, look)
}

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'
import { runRemoteStep } from '../../platform/ssh/remoteStep.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'

/** What one question after the health of a server was answered with. */
export interface ProbeAnswer {
  isHealthy: boolean
  message: string
}

/** How a probe reaches the server and what may end it. */
export interface ProbeWay {
  ssh: Ssh
  target: SshTarget
  signal: AbortSignal
  /** Gets what a command says. */
  onOutput?: (text: string) => void
}

const HIGHEST_PORT = 65_535

const unhealthy = (message: string): ProbeAnswer => ({ isHealthy: false, message })

/** The reason beneath "fetch failed", which alone tells nobody anything. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message
}

async function askHttp(probe: HealthProbe, signal: AbortSignal): Promise<ProbeAnswer> {
  const url = URL.parse(probe.target)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return unhealthy(`${probe.target} is no address of the web`)
  // A redirect is an answer like any other: what it leads to was not asked about.
  const response = await fetch(url, { redirect: 'manual', signal })
  await response.body?.cancel()
  const isHealthy = response.status === probe.expectedStatus
  const wanted = isHealthy ? '' : ` instead of ${probe.expectedStatus}`
  return { isHealthy, message: `${probe.target} answered ${response.status}${wanted}` }
}

async function askTcp({ target }: HealthProbe, signal: AbortSignal): Promise<ProbeAnswer> {
  const colon = target.lastIndexOf(':')
  const host = target.slice(0, colon).replace(/^\[|\]$/g, '')
  const port = Number(target.slice(colon + 1))
  if (colon < 1 || !Number.isInteger(port) || port < 1 || port > HIGHEST_PORT) {
    return unhealthy(`${target} is not host:port`)
  }
  const socket = connect({ host, port })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return { isHealthy: true, message: `${target} takes connections` }
  } finally {
    socket.destroy()
  }
}

async function askCommand(probe: HealthProbe, { ssh, target, signal, onOutput }: ProbeWay): Promise<ProbeAnswer> {
  const end = await runRemoteStep(ssh, target, {
    id: randomUUID(),
    isFirst: true,
    script: probe.target,
    signal,
    timeoutMs: probe.timeoutSeconds * 1e3,
    onOutput: (text) => onOutput?.(text),
  })
  const how = end.signal === undefined ? `ended with exit status ${end.code}` : `was ended by ${end.signal}`
  return { isHealthy: end.code === 0, message: `the command ${how}` }
}

/**
 * Asks a health probe once; its variables are replaced already. Whatever goes wrong is an answer, and so is the end of
 * its time; only the caller's signal rejects.
 */
export async function askProbe(probe: HealthProbe, way: ProbeWay): Promise<ProbeAnswer> {
  const limit = AbortSignal.timeout(probe.timeoutSeconds * 1e3)
  const signal = AbortSignal.any([way.signal, limit])
  try {
    if (probe.kind === 'command') return await askCommand(probe, way)
    return probe.kind === 'http' ? await askHttp(probe, signal) : await askTcp(probe, signal)
  } catch (error) {
    way.signal.throwIfAborted()
    if (limit.aborted) return unhealthy(`${probe.target} did not answer within ${probe.timeoutSeconds} s`)
    return unhealthy(probe.kind === 'command' ? causeOf(error) : `${probe.target}: ${causeOf(error)}`)
  }
}

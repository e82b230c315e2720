import { setTimeout as wait } from 'node:timers/promises'
import { AGENT_SERVICES, type AgentService, type AgentStepName } from '@windlass/shared-kit/contract/agent'
import { failed } from '../../platform/errors.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { AgentSettings } from './agentInput.ts'
import { AGENT_PROGRAM, AGENT_SHA256, AGENT_VERSION } from './agentProgram.ts'
import {
  ASK_NEW_PROGRAM,
  DROP_PROGRAM,
  LAY_PROGRAM,
  LOG_PROGRAM,
  LOOK_PROGRAM,
  REMOVE_PROGRAM,
} from './agentPrograms.ts'

const REMOTE_MS = 60_000
/** What is left running must not be waited for. */
const PIPE_MS = 2_000
const REPORT_MS = 90_000
const LOOK_MS = 500
const REASON_LENGTH = 500

/** Does one step; what it answers is shown beside it. */
export type DoStep = (name: AgentStepName, run: () => Promise<string>) => Promise<void>

/** A server, and how its work is told. */
export interface WorkPlace {
  ssh: Ssh
  target: SshTarget
  signal: AbortSignal
  step: DoStep
}

/** What is installed. */
export interface InstallWish extends AgentSettings {
  serverId: number
  key: string
  /** Called when what ran before is no more. */
  onStarted: (service: AgentService) => Promise<void>
}

/** Runs a fixed program. @throws AppError with what it said when it failed */
async function run({ ssh, target, signal }: WorkPlace, program: string, words: readonly string[], stdin = '') {
  const end = await ssh.exec(target, quoteProgram(program, words), {
    stdin,
    signal,
    timeoutMs: REMOTE_MS,
    pipeMs: PIPE_MS,
  })
  if (end.code === 0) return end.stdout
  const said = (end.stderr.trim() || end.stdout.trim()).split('\n').slice(-2).join(' ').slice(0, REASON_LENGTH)
  throw failed(said === '' ? `it ended with code ${end.code}` : said)
}

const tagged = (text: string, tag: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`@${tag} `) ? [line.slice(tag.length + 2).trim()] : []))

const INSTALLERS = [
  ['apk', 'apk add'],
  ['apt-get', 'apt-get install'],
  ['dnf', 'dnf install'],
  ['yum', 'yum install'],
] as const

/** Sees whether everything is there, and says how to get what is not. @throws AppError */
function readTools(told: string, { serverId, tool, installPath }: AgentSettings & { serverId: number }): string {
  const has = new Set(tagged(told, 'has'))
  const how = INSTALLERS.find(([name]) => has.has(name))?.[1] ?? 'install'
  const missing = tagged(told, 'missing')
  if (missing.includes('/proc')) throw failed('this is no Linux with /proc; measure it over SSH instead')
  if (missing.length > 0) throw failed(`${missing.join(', ')} missing on the server; install it first`)
  if (!has.has('curl') && !has.has('wget')) {
    throw failed(`neither curl nor wget is on the server; install one, for example: ${how} curl`)
  }
  if (!has.has('sha256sum') && !has.has('openssl')) {
    throw failed(`neither sha256sum nor openssl is on the server; install one, for example: ${how} openssl`)
  }
  const [owner] = tagged(told, 'owner')
  if (owner !== undefined && owner !== String(serverId)) {
    throw failed(`${installPath} holds the agent of another server (${owner}); choose another folder`)
  }
  const used = has.has(tool) ? tool : has.has('curl') ? 'curl' : 'wget'
  return tool === 'auto' || used === tool ? used : `${tool} is not there, so ${used} is used`
}

function settingsText({ serverId, reportUrl, key, tool }: InstallWish): string {
  return `server=${serverId}\nurl=${reportUrl}\nkey=${key}\ntool=${tool}\n`
}

/** Waits for the first report of what was started. @throws AppError with the agent's last words */
async function awaitReport(
  place: WorkPlace,
  wish: InstallWish,
  metrics: MetricsService,
  since: number,
): Promise<string> {
  for (const end = Date.now() + REPORT_MS; Date.now() < end; ) {
    const seen = await metrics.agentSeen(wish.serverId)
    if (seen.time >= since && seen.version === AGENT_VERSION) return ''
    await wait(LOOK_MS, undefined, { signal: place.signal })
  }
  const log = await run(place, LOG_PROGRAM, [wish.installPath])
  throw failed(
    `it was started, but no report came; its log says: ${log.trim().replaceAll('\n', ' | ').slice(0, REASON_LENGTH)}`,
  )
}

/** Installs the agent on a server, or the newest version in the place of the one that is there. @throws AppError */
export async function installOn(place: WorkPlace, wish: InstallWish, metrics: MetricsService): Promise<void> {
  const { ssh, target, signal, step } = place
  const path = [wish.installPath]
  let isLaid = false
  let since = 0
  await step('connect', async () => {
    await ssh.exec(target, 'exit 0', { signal, timeoutMs: REMOTE_MS })
    return ''
  })
  await step('tools', async () => readTools(await run(place, LOOK_PROGRAM, path), wish))
  try {
    await step('copy', async () => {
      isLaid = true
      await run(place, LAY_PROGRAM, [...path, AGENT_SHA256], `${settingsText(wish)}@program\n${AGENT_PROGRAM}`)
      return wish.installPath
    })
    await step('reach', async () => {
      await run(place, ASK_NEW_PROGRAM, [...path, 'hello'])
      return wish.reportUrl
    })
    await step('start', async () => {
      since = Date.now()
      const told = await run(place, ASK_NEW_PROGRAM, [...path, 'adopt'])
      isLaid = false
      const service = AGENT_SERVICES.find((known) => known === tagged(told, 'service')[0]) ?? 'plain'
      await wish.onStarted(service)
      return service
    })
  } catch (error) {
    // Nothing of a failed attempt stays; what ran before goes on.
    if (isLaid)
      await run({ ...place, signal: AbortSignal.timeout(REMOTE_MS) }, DROP_PROGRAM, path).catch(() => undefined)
    throw error
  }
  await step('report', () => awaitReport(place, wish, metrics, since))
}

/** Removes the agent of a server. @throws AppError */
export async function removeFrom(place: WorkPlace, installPath: string): Promise<void> {
  await place.step('connect', async () => {
    await place.ssh.exec(place.target, 'exit 0', { signal: place.signal, timeoutMs: REMOTE_MS })
    return ''
  })
  await place.step('remove', async () => {
    await run(place, REMOVE_PROGRAM, [installPath])
    return ''
  })
}

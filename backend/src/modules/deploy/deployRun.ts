import { setTimeout as wait } from 'node:timers/promises'
import type { TraceTypeNumber } from '@windlass/shared-kit/contract'
import type { DeployStage } from '@windlass/shared-kit/contract/deploy'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { RolloutPhase } from '@windlass/shared-kit/contract/rollout'
import { SocketProjectState } from '@windlass/shared-kit/contract/socket'
import { maskText, maskTexts } from '../../platform/masker.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import { DeployStopped, reasonOf, StageError } from './deployError.ts'
import type { DeployFrames } from './deployFrames.ts'
import type { DeployLog, LogSource } from './deployLog.ts'
import { describeGroup, type HostGroup } from './hostGroup.ts'
import type { DeployRequest, PublishRecord, PublishStore } from './publish.store.ts'
import type { PublishTraceStore } from './publishTrace.store.ts'

/** How far one server is; the last one reached tells what to say after a crash. */
export type ServerPhase = Exclude<RolloutPhase, 'untouched'>

/** What is known of one server of a deploy. */
export interface ServerProgress {
  phase: ServerPhase
  step?: string
  /** Where the deploy's log was when the step began. */
  logStart?: number
  /** Which step of a pipeline it is; undefined for a script. */
  stepIndex?: number | undefined
  stepName?: string | undefined
  startTime?: number
  script?: string
  error?: string
  /** The directory that was live before; "" when nothing was. Absent before it was looked at. */
  before?: string
  /** The link leads to the release of this deploy. */
  isLive?: boolean
  /** What runs there is the way back to what was live before. */
  isGoingBack?: boolean
}

/** How the servers are served, for pages and for a later process. */
export interface RolloutProgress {
  batches: { serverId: number; serverName: string }[][]
  /** When the next batch begins, in Unix milliseconds; 0 when nothing waits for it. */
  pauseUntil: number
  /** Why no further batch began, or "". */
  haltReason: string
}

/** What a later process needs to know of a deploy that was cut off. */
export interface DeployProgress {
  /** Programs on this machine, the latest last. */
  hosts: HostGroup[]
  servers: Record<string, ServerProgress>
  /** Absent before the first server was looked at. */
  rollout?: RolloutProgress
}

/** One deploy while it runs: what it is about and where it writes. */
export interface DeployRun {
  publish: PublishRecord
  request: DeployRequest
  project: ProjectInPlain
  targets: SshTarget[]
  workFolder: string
  /** Ends the deploy; its reason is a `DeployStopped`. */
  signal: AbortSignal
  log: DeployLog
  secrets: string[]
  progress: DeployProgress
  commit: CommitInfo
  /** Set when the process ends and the remote steps go on by themselves: nothing may be written any more. */
  isDetached: boolean
  /** Says which stage runs now, to the database and to the pages. */
  enter(stage: DeployStage, message: string): Promise<void>
  /** Runs one traced piece of a stage: writes its record whether it succeeds or not. */
  traced<T>(piece: TracedPiece, work: () => Promise<{ detail: string; ext?: object; result: T }>): Promise<T>
  setServer(serverId: number, change: Partial<ServerProgress>): Promise<void>
  setRollout(change: Partial<RolloutProgress>): Promise<void>
  saveCommit(commit: CommitInfo): Promise<void>
  /** Remembers the process group of a program on this machine. */
  onSpawn(pid: number): void
}

export interface TracedPiece {
  type: TraceTypeNumber
  /** What the record says beside its output; secrets in it are masked. */
  ext: object
  source: LogSource
  startTime?: number
}

export interface DeployRunParts {
  publish: PublishRecord
  request: DeployRequest
  project: ProjectInPlain
  targets: SshTarget[]
  workFolder: string
  signal: AbortSignal
  log: DeployLog
  secrets: string[]
  node: string
  store: PublishStore
  traces: PublishTraceStore
  frames: DeployFrames
}

/** Before the pull has found one. */
export const NO_COMMIT: CommitInfo = {
  branch: '',
  commit: '',
  author: '',
  timestamp: 0,
  message: '',
  tag: '',
  diff: '',
}
/** More than run at once. */
const HOSTS_REMEMBERED = 32
const FOR_EVER_MS = 2 ** 31 - 1

/** Never returns while the process lives: what comes after must not be done by this process. */
export async function halt(): Promise<never> {
  for (;;) await wait(FOR_EVER_MS, undefined, { ref: false })
}

/** What a deploy has written down of itself. */
export const readProgress = (text: string): DeployProgress =>
  text === '' ? { hosts: [], servers: {} } : (JSON.parse(text) as DeployProgress)

/** Writes the records of one deploy; nothing any more once its remote steps go on by themselves. */
function createTraced(parts: DeployRunParts, isDetached: () => boolean): DeployRun['traced'] {
  const { publish, project, log, secrets, traces } = parts
  const { token } = publish
  const owner = {
    token,
    projectId: project.id,
    projectName: project.name,
    publisherId: publish.publisherId,
    publisherName: publish.publisherName,
  }
  const hide = (ext: object): object => maskTexts(ext, secrets) as object

  return async ({ type, ext, source, startTime = Date.now() }, work) => {
    try {
      const done = await work()
      if (isDetached()) await halt()
      const entry = { type, isOk: true, detail: maskText(done.detail, secrets), ext: hide(done.ext ?? ext), startTime }
      await traces.add(owner, entry)
      return done.result
    } catch (error) {
      if (isDetached()) await halt()
      const stopped = parts.signal.aborted ? parts.signal.reason : error
      const detail = stopped instanceof StageError ? stopped.detail : reasonOf(stopped)
      log.info(source, maskText(reasonOf(stopped), secrets))
      await traces.add(owner, { type, isOk: false, detail: maskText(detail, secrets), ext: hide(ext), startTime })
      throw stopped
    }
  }
}

/** Puts the context of one deploy together. */
export function createDeployRun(parts: DeployRunParts): DeployRun {
  const { publish, log, node, store, frames } = parts
  const { token } = publish
  const progress = readProgress(publish.progress)
  let saving: Promise<unknown> = Promise.resolve()

  const save = (): Promise<unknown> => {
    const text = JSON.stringify(progress)
    saving = saving.then(() => (run.isDetached ? undefined : store.setProgress(token, node, text)))
    return saving
  }
  const run: DeployRun = {
    ...parts,
    progress,
    commit: publish.commitInfo === '' ? NO_COMMIT : (JSON.parse(publish.commitInfo) as CommitInfo),
    isDetached: false,
    traced: createTraced(parts, () => run.isDetached),
    enter: async (stage, message) => {
      parts.signal.throwIfAborted()
      if (!(await store.setStage(token, node, stage))) {
        throw new DeployStopped('interrupted', 'another node has taken this deploy over')
      }
      publish.stage = stage
      frames.moved(run, SocketProjectState.Deploying, message)
    },
    setServer: async (serverId, change) => {
      // The board shows one stage: the latest that any server has reached.
      if (change.phase === 'script') await store.setStage(token, node, 'afterDeploy')
      progress.servers[serverId] = { phase: 'waiting', ...progress.servers[serverId], ...change }
      await save()
    },
    setRollout: async (change) => {
      progress.rollout = { batches: [], pauseUntil: 0, haltReason: '', ...progress.rollout, ...change }
      await save()
    },
    saveCommit: async (commit) => {
      run.commit = commit
      await store.setCommit(token, node, commit)
    },
    onSpawn: (pid) => {
      describeGroup(pid)
        .then((group) => {
          progress.hosts = [...progress.hosts, group].slice(-HOSTS_REMEMBERED)
          return save()
        })
        .catch((error: unknown) => log.info({ stage: 'queue', serverId: 0, serverName: '' }, reasonOf(error)))
    },
  }
  return run
}

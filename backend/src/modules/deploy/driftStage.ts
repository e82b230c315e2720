import { hash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import {
  type Drift,
  driftSentence,
  type FilePlace,
  lookForDrift,
  rememberAll,
  rememberKept,
  rememberNamed,
  rememberNames,
} from './drift.ts'
import { HOST } from './hostScript.ts'
import { lookAtTarget, releaseOf } from './release.ts'
import type { OfTarget, ServerTools } from './serverTools.ts'
import { transferredFiles } from './transferredFiles.ts'
import { isWindows } from './windowsTarget.ts'

const KEY_LENGTH = 12

const sourceOf = (target: SshTarget) => ({
  stage: 'transfer' as const,
  serverId: target.serverId,
  serverName: target.name,
})

/**
 * Where the files of a release lie, or those of a project without releases. The server is part of the name, because
 * servers may share the home folder in which it stands.
 */
function placeOf(project: ProjectInPlain, target: SshTarget, live: string): FilePlace {
  const what = project.symlinkPath === '' ? project.path : path.posix.basename(live)
  const digest = hash('sha256', what).slice(0, KEY_LENGTH)
  return { key: `${project.id}-${target.serverId}-${digest}`, folder: live }
}

/** What a comparison is about. */
export interface DriftWork {
  of: OfTarget
  target: SshTarget
  /** The directory that is live; "" when nothing is. */
  live: string
  signal: AbortSignal
  /** What is remembered is of no use any more, because the transfer comes next. */
  isLast?: boolean
}

/** Files that nobody has deployed are drift where this deploy brings one of the same name. */
async function addedOf(strangers: readonly string[], { of, target, signal }: DriftWork): Promise<Drift['files']> {
  const isSame = await Promise.all(strangers.map((name) => existsInside(of.workFolder, name)))
  const candidates = strangers.filter((_, index) => isSame[index])
  if (candidates.length === 0) return []
  const brought = new Set(await transferredFiles(of, target, signal))
  return candidates.filter((name) => brought.has(name)).map((name) => ({ path: name, change: 'added' }))
}

const existsInside = async (folder: string, name: string): Promise<boolean> => {
  const there = await lstat(path.join(folder, name)).catch(() => undefined)
  return there?.isFile() ?? false
}

/** Who brings files by himself does not say which; and Windows has no programs to look with. */
const canBeWatched = ({ project }: OfTarget, target: SshTarget): boolean =>
  project.transferType !== 'custom' && !isWindows(target)

/** What was changed by hand below the live folder of a server; undefined when nothing is known about it. */
export async function driftOn(ssh: Ssh, work: DriftWork): Promise<Drift | undefined> {
  const { project } = work.of
  if (work.live === '' || !canBeWatched(work.of, work.target)) return undefined
  const place = placeOf(project, work.target, work.live)
  const drift = await lookForDrift(ssh, work.target, place, work.isLast ? 'forget' : 'keep')
  if (drift === undefined) return undefined
  const added = await addedOf(drift.strangers, work)
  return { ...drift, files: [...drift.files, ...added], count: drift.count + added.length }
}

/** Where the policy says so, a deploy ends before it touches anything when a server was changed by hand. */
export async function stopOnDrift(run: DeployRun, { ssh }: ServerTools): Promise<void> {
  const { project, publish, signal } = run
  if (!readPolicy(project.policy).stopOnDrift) return
  const found = await Promise.all(
    run.targets
      .filter((target) => canBeWatched(run, target))
      .map(async (target) => {
        try {
          const { live } = await lookAtTarget(ssh, target, project, signal)
          const drift = await driftOn(ssh, { of: run, target, live, signal })
          return drift && drift.count > 0 ? [driftSentence(target.name, drift)] : []
        } catch (error) {
          // Who cannot be asked cannot be served either; the transfer says so in better words.
          run.log.info(sourceOf(target), `not known whether files were edited by hand: ${reasonOf(error)}`)
          return []
        }
      }),
  )
  const sentences = found.flat()
  run.signal.throwIfAborted()
  if (sentences.length === 0) return
  const what = sentences.join('; ')
  if (publish.overrideReason !== '') {
    run.log.info({ stage: 'transfer', ...HOST }, `${what}; goes on because: ${publish.overrideReason}`)
    return
  }
  const advice = 'bring the changes into the repository, or deploy again and give a reason to overwrite them'
  throw new StageError(`${what}; nothing was touched: ${advice}`)
}

/** Warns of files that were changed by hand, and forgets what will not be true any more. */
export async function warnOfDrift(run: DeployRun, ssh: Ssh, target: SshTarget, live: string): Promise<void> {
  const { project, signal } = run
  // Said already, before the first server was touched.
  const isSaid = readPolicy(project.policy).stopOnDrift
  try {
    // Only without releases the same files change.
    const isLast = project.symlinkPath === ''
    const drift = await driftOn(ssh, { of: run, target, live, signal, isLast })
    if (drift && drift.count > 0 && !isSaid) run.log.info(sourceOf(target), driftSentence(target.name, drift))
  } catch (error) {
    run.signal.throwIfAborted()
    run.log.info(sourceOf(target), `not known whether files were edited by hand: ${reasonOf(error)}`)
  }
}

const quietly = async (run: DeployRun, target: SshTarget, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    run.signal.throwIfAborted()
    // The deploy itself has succeeded; the next one then does not know what was edited.
    run.log.info(sourceOf(target), reasonOf(error))
  }
}

/** Keeps which files a release brought, before its script may add others. */
export async function noteFiles(run: DeployRun, ssh: Ssh, target: SshTarget): Promise<void> {
  const { project, publish, request } = run
  if (project.symlinkPath === '' || project.transferType === 'custom' || request.script.afterDeploy.content === '')
    return
  const place = placeOf(project, target, releaseOf(project, publish.token))
  await quietly(run, target, () => rememberNames(ssh, target, place))
}

/** Remembers how the files are that this deploy has brought, after its script has run. */
export async function rememberFiles(run: DeployRun, ssh: Ssh, target: SshTarget): Promise<void> {
  const { project, publish, request } = run
  if (!canBeWatched(run, target)) return
  await quietly(run, target, async () => {
    if (project.symlinkPath === '') {
      const names = await transferredFiles(run, target, run.signal)
      return rememberNamed(ssh, target, placeOf(project, target, project.path), names)
    }
    const place = placeOf(project, target, releaseOf(project, publish.token))
    return request.script.afterDeploy.content === ''
      ? rememberAll(ssh, target, place)
      : rememberKept(ssh, target, place)
  })
}

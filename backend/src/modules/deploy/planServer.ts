import type { PlanChange, ServerPlan } from '@windlass/shared-kit/contract/rollout'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { rsyncProblem } from '../project/rsyncOptions.ts'
import { readSftpRules } from '../project/sftpRules.ts'
import { reasonOf, StageError } from './deployError.ts'
import { driftOn } from './driftStage.ts'
import { compareBySftp } from './planSftp.ts'
import { lookAtTarget, type Prepared } from './release.ts'
import { itemize } from './rsyncItemize.ts'
import { hasOwnRsync, type OfTarget } from './serverTools.ts'
import { createSftpSession } from './sftpSession.ts'
import { transferWords } from './transfer.ts'
import { lookAtWindows } from './windowsServer.ts'
import { isWindows, systemProblem } from './windowsTarget.ts'

/** What the plan of one server is made from. */
export interface PlanWork {
  ssh: Ssh
  of: OfTarget
  target: SshTarget
  signal: AbortSignal
}

const SHOWN = 2000
const DRIFT_SHOWN = 200
const COMPARE_MS = 300_000

const none = () => ({ files: 0, bytes: 0 })

const blank = ({ serverId, name }: SshTarget): ServerPlan => ({
  serverId,
  serverName: name,
  problem: '',
  live: '',
  add: none(),
  change: none(),
  delete: none(),
  changes: [],
  drift: [],
  driftCount: 0,
})

async function compareByRsync(work: PlanWork, { live }: Prepared, take: (change: PlanChange) => void): Promise<void> {
  const { ssh, of, target, signal } = work
  const { project, workFolder } = of
  const words = transferWords(of, target)
  const problem = rsyncProblem(words)
  if (problem !== undefined) throw new StageError(problem)
  const settings = await ssh.openssh(target, signal)
  try {
    await itemize(
      {
        // A release is a directory of its own: what is not sent is not in it.
        words: project.symlinkPath === '' ? words : [...words, '--delete'],
        source: workFolder,
        shell: ['-e', settings.rsyncShell],
        destination: `${settings.host}:${live || project.path}/`,
        env: settings.env,
        signal,
        timeoutMs: COMPARE_MS,
      },
      take,
    )
  } finally {
    await settings.dispose()
  }
}

async function compare(work: PlanWork, there: Prepared, take: (change: PlanChange) => void): Promise<void> {
  const { ssh, of, target, signal } = work
  const { project, workFolder } = of
  const isRsync = project.transferType === 'rsync'
  if (isRsync && there.hasRsync && (await hasOwnRsync())) return compareByRsync(work, there, take)
  const rules = readSftpRules(transferWords(of, target), isRsync)
  const isFresh = project.symlinkPath !== ''
  await ssh.sftp(
    target,
    (sftp) =>
      compareBySftp(
        { session: createSftpSession(sftp), source: workFolder, live: there.live, rules, isFresh, signal },
        take,
      ),
    signal,
  )
}

/** Foresees what a deploy would change on one server, without changing anything there. */
export async function planServer(work: PlanWork): Promise<ServerPlan> {
  const { ssh, of, target, signal } = work
  const { project } = of
  const plan = blank(target)
  const take = (change: PlanChange) => {
    const count = plan[change.action]
    count.files += 1
    count.bytes += change.size
    if (plan.changes.length < SHOWN) plan.changes.push(change)
  }
  if (project.transferType === 'custom') {
    return { ...plan, problem: 'what a command of your own transfers cannot be foreseen' }
  }
  try {
    const problem = systemProblem(of, target)
    if (problem !== undefined) return { ...plan, problem }
    const there = await (isWindows(target) ? lookAtWindows : lookAtTarget)(ssh, target, project, signal)
    plan.live = there.live
    await compare(work, there, take)
    const live = project.symlinkPath === '' ? project.path : there.live
    const drift = await driftOn(ssh, { of, target, live, signal })
    return { ...plan, drift: drift?.files.slice(0, DRIFT_SHOWN) ?? [], driftCount: drift?.count ?? 0 }
  } catch (error) {
    signal.throwIfAborted()
    return { ...blank(target), problem: reasonOf(error) }
  }
}

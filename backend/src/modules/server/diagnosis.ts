import type { HostKey } from '@windlass/shared-kit/contract/server'
import type { DIAGNOSIS_STEPS, Diagnosis, DiagnosisStep } from '@windlass/shared-kit/contract/serverDiagnosis'
import { AppError } from '../../platform/errors.ts'
import type { ConnectEvent } from '../../platform/ssh/connection.ts'
import type { execSsh } from '../../platform/ssh/execSsh.ts'
import { openSftp, type Ssh } from '../../platform/ssh/ssh.ts'
import { SshError } from '../../platform/ssh/sshError.ts'
import { address, hopsOf, type SshTarget } from '../../platform/ssh/sshTarget.ts'
import { lookAtServer, type ServerLook } from './serverLook.ts'

type Kind = (typeof DIAGNOSIS_STEPS)[number]

/** Is told each step as it begins and as it ends. */
export type StepListener = (index: number, step: DiagnosisStep) => void

/** A step that went wrong, or not quite right. */
export interface StepProblem {
  failure: string
  message: string
}

/** What a diagnosis is going to look at, before anything is known. */
function plan(target: SshTarget): DiagnosisStep[] {
  const hops = hopsOf(target)
  const blank = { state: 'waiting', ms: 0, detail: '', failure: '', message: '' } as const
  const kindsOf = (hop: number): Kind[] => [
    // Further hosts are looked up by the one before them.
    ...(hop === 0 ? (['name'] as const) : []),
    ...(['tcp', 'hostKey', 'auth'] as const),
    ...(hop === hops.length - 1
      ? (['shell', 'sftp', ...(target.os === 'windows' ? [] : ['rsync' as const])] as const)
      : []),
  ]
  return hops.flatMap((each, hop) => kindsOf(hop).map((kind) => ({ hop, address: address(each), kind, ...blank })))
}

/** Keeps the steps and their times; what was never come to ends as skipped. */
function createRecord(target: SshTarget, listener: StepListener) {
  const steps = plan(target)
  const begun = new Map<number, number>()
  const change = (index: number, patch: Partial<DiagnosisStep>) => {
    const step = steps[index]
    if (!step) return
    const start = begun.get(index) ?? performance.now()
    const isOver = patch.state !== 'running'
    const next = { ...step, ...patch, ms: isOver ? Math.round(performance.now() - start) : 0 }
    steps[index] = next
    if (!isOver) begun.set(index, start)
    listener(index, next)
  }
  const indexOf = (hop: number, kind: Kind) => steps.findIndex((step) => step.hop === hop && step.kind === kind)
  return {
    steps,
    begin: (hop: number, kind: Kind) => change(indexOf(hop, kind), { state: 'running' }),
    pass: (hop: number, kind: Kind, detail: string) => change(indexOf(hop, kind), { state: 'passed', detail }),
    warn: (hop: number, kind: Kind, problem: StepProblem) =>
      change(indexOf(hop, kind), { state: 'warned', ...problem }),
    fail: (hop: number, kind: Kind, problem: StepProblem) =>
      change(indexOf(hop, kind), { state: 'failed', ...problem }),
    /** The step that was running is the one that failed; when none was, the first that is left. */
    failHere: (problem: StepProblem) => {
      const running = steps.findIndex(({ state }) => state === 'running')
      change(running === -1 ? steps.findIndex(({ state }) => state === 'waiting') : running, {
        state: 'failed',
        ...problem,
      })
    },
    end: () => {
      for (const [index, { state }] of steps.entries()) if (state === 'waiting') change(index, { state: 'skipped' })
    },
  }
}

const problemOf = (error: unknown): StepProblem => {
  // Anything else is a fault of ours, and handled as such by whoever asked.
  if (!(error instanceof AppError)) throw error
  return { failure: error instanceof SshError ? error.failure : 'protocol', message: error.message }
}

const changedKeyOf = (error: unknown): Diagnosis['changedHostKey'] => {
  if (!(error instanceof SshError) || error.failure !== 'host-key') return null
  return (error.data as { hostKey: Diagnosis['changedHostKey'] }).hostKey
}

type Record = ReturnType<typeof createRecord>
type Client = Parameters<typeof execSsh>[0]

/** What can be done on the server once we are in. */
async function lookInside(client: Client, target: SshTarget, record: Record, signal: AbortSignal): Promise<string> {
  const last = hopsOf(target).length - 1
  record.begin(last, 'shell')
  let look: ServerLook
  try {
    look = await lookAtServer(client, target, signal)
  } catch (error) {
    record.fail(last, 'shell', problemOf(error))
    return ''
  }
  if (look.shell) record[look.isUsable ? 'warn' : 'fail'](last, 'shell', look.shell)
  else record.pass(last, 'shell', look.system)
  record.begin(last, 'sftp')
  try {
    const sftp = await openSftp(client, target)
    sftp.end()
    record.pass(last, 'sftp', '')
  } catch (error) {
    record.warn(last, 'sftp', { ...problemOf(error), failure: 'no-sftp' })
  }
  if (target.os === 'windows' || !look.isUsable) return look.osInfo
  record.begin(last, 'rsync')
  if (look.rsync !== '') record.pass(last, 'rsync', look.rsync)
  else {
    record.warn(last, 'rsync', {
      failure: 'no-rsync',
      message: 'rsync is not installed there: projects that are sent by rsync fail; install it or choose SFTP',
    })
  }
  return look.osInfo
}

/** Goes the way to a server step by step and tells where it ends, and why. */
export async function diagnose(
  target: SshTarget,
  { ssh, listener = () => undefined, signal }: { ssh: Ssh; listener?: StepListener; signal: AbortSignal },
): Promise<Diagnosis> {
  const record = createRecord(target, listener)
  const watch = ({ hop, step, state, detail = '' }: ConnectEvent) => {
    if (state === 'begun') record.begin(hop, step)
    else record.pass(hop, step, detail)
  }
  let hostKeys: HostKey[] = []
  let osInfo = ''
  let changedHostKey: Diagnosis['changedHostKey'] = null
  try {
    const connection = await ssh.connect(target, signal, watch)
    hostKeys = connection.hostKeys
    try {
      osInfo = await lookInside(connection.client, target, record, signal)
    } finally {
      connection.end()
    }
  } catch (error) {
    signal.throwIfAborted()
    changedHostKey = changedKeyOf(error)
    record.failHere(problemOf(error))
  }
  record.end()
  const isReachable = record.steps.every(({ state }) => state !== 'failed')
  return { isReachable, steps: record.steps, hostKeys, osInfo, changedHostKey }
}

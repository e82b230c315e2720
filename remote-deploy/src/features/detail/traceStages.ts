import type { PublishTrace, StageExt } from '@windlass/shared-kit/contract/deploy'
import { TraceType } from '@windlass/shared-kit/contract/enums'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import { parseTimestamp } from '@windlass/shared-kit/i18n'

/** One line of the list of stages. */
export interface StageRow {
  id: number
  /** Key of its name. */
  name:
    | 'afterDeploy'
    | 'afterPull'
    | 'finish'
    | 'live'
    | 'probe'
    | 'pull'
    | 'queue'
    | 'result'
    | 'rollback'
    | 'transfer'
  serverName: string
  /** Name of the step of a script in steps, or "". */
  step: string
  isOk: boolean
  /** When it began. */
  time: string
  seconds: number
  /** What it wrote when it failed; "" otherwise. */
  detail: string
  script: string
  command: string
}

const NAMES: Readonly<Record<number, StageRow['name']>> = {
  [TraceType.Queue]: 'queue',
  [TraceType.Pull]: 'pull',
  [TraceType.AfterPull]: 'afterPull',
  [TraceType.Deploy]: 'transfer',
  [TraceType.AfterDeploy]: 'afterDeploy',
  [TraceType.DeployFinish]: 'finish',
  [TraceType.PublishFinish]: 'result',
}

const parseExt = (ext: string): StageExt & Partial<CommitInfo> => {
  try {
    const value: unknown = JSON.parse(ext || '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A record of an older server; its stage and result are still worth showing.
    return {}
  }
}

/** What the console does by itself after the transfer has the type of scripts, and says by its step what it is. */
function ownStep(type: number, { step = '', script, command = '' }: StageExt): StageRow['name'] | undefined {
  if (type !== TraceType.AfterDeploy || script) return undefined
  if (step === 'health probe' && command !== '') return 'probe'
  if (step === 'rollback') return 'rollback'
  // An empty script is one that only switched the link; an old record without one may have run anything.
  return step === '' && script === '' ? 'live' : undefined
}

/** The stages of a deploy in words, with how long each took. */
export function stageRows(trace: readonly PublishTrace[]): StageRow[] {
  return trace.map((record) => {
    const from = parseTimestamp(record.insertTime)?.getTime() ?? 0
    const ext = parseExt(record.ext)
    const { serverName = '', step = '', script = '', command = '' } = ext
    const own = ownStep(record.type, ext)
    const to = parseTimestamp(record.updateTime)?.getTime() ?? from
    return {
      id: record.id,
      name: own ?? NAMES[record.type] ?? 'result',
      ...{ serverName, step: own ? '' : step, command },
      // The record of the queue holds all scripts of the project, which ran elsewhere.
      script: typeof script === 'string' ? script : '',
      time: record.insertTime,
      isOk: record.state === 1,
      seconds: Math.max(0, Math.round((to - from) / 1000)),
      detail: record.detail,
    }
  })
}

/** The commit a deploy took; undefined before its repository was read. */
export function commitOfTrace(trace: readonly PublishTrace[]): Partial<CommitInfo> | undefined {
  const pull = trace.find((record) => record.type === TraceType.Pull && record.state === 1)
  return pull && parseExt(pull.ext)
}

/** Minutes and seconds; minutes may exceed 59. */
export const formatDuration = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

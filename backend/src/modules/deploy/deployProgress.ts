import { TraceType } from '@windlass/shared-kit/contract'
import type { PublishRecord } from './publish.store.ts'
import type { TraceRecord } from './publishTrace.store.ts'

const NAMES: Readonly<Record<number, string>> = {
  [TraceType.Queue]: 'Enqueue',
  [TraceType.BeforePull]: 'Before Pull',
  [TraceType.Pull]: 'Pull',
  [TraceType.AfterPull]: 'After Pull',
  [TraceType.BeforeDeploy]: 'Before Deploy',
  [TraceType.Deploy]: 'Deploy',
  [TraceType.AfterDeploy]: 'After Deploy',
  [TraceType.DeployFinish]: 'Deploy Finish',
  [TraceType.PublishFinish]: 'Publish Finish',
}
const FAILED_STATES: ReadonlySet<string> = new Set(['failed', 'cancelled', 'interrupted'])

/** How a deploy stands in one line, for programs. */
export function progressOf(
  publish: PublishRecord | undefined,
  traces: readonly TraceRecord[],
): { state: 0 | 1 | 2; stage: string; message: string } {
  const problem = traces.find((row) => row.state === 0)
  const stage = NAMES[(problem ?? traces.at(-1))?.type ?? -1] ?? ''
  // A server may have failed already while others are still served; it has failed when it has ended.
  if (problem || FAILED_STATES.has(publish?.state ?? '')) {
    return { state: 0, stage, message: publish?.reason || `Encountered an error in ${stage}` }
  }
  return { state: publish?.state === 'success' ? 2 : 1, stage, message: '' }
}

import type { HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'

/** What is wrong with a field of the policy; the name of a text. */
export type PolicyProblem = 'address' | 'hostPort' | 'inside' | 'share' | 'target'

const SHARE = /^([1-9][0-9]{0,3}|[1-9][0-9]?%|100%)?$/
const HOST_AND_PORT = /^\S+:\d{1,5}$/

/** A number of servers, a share of them, or nothing. */
export const shareProblem = (share: string): PolicyProblem | undefined => (SHARE.test(share) ? undefined : 'share')

/** What a probe asks; with a variable in it, it is known on the day. */
export function probeProblem(probe: Pick<HealthProbe, 'kind' | 'target'> | null): PolicyProblem | undefined {
  if (probe === null) return undefined
  const target = probe.target.trim()
  if (target === '') return 'target'
  if (target.includes('${')) return undefined
  if (probe.kind === 'tcp') return HOST_AND_PORT.test(target) ? undefined : 'hostPort'
  if (probe.kind === 'command') return undefined
  return /^https?:\/\/\S+$/.test(target) ? undefined : 'address'
}

/** Paths inside of the repository. */
export const watchProblem = (paths: readonly string[]): PolicyProblem | undefined =>
  paths.some((path) => path.startsWith('/') || path.split('/').includes('..')) ? 'inside' : undefined

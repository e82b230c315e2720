import type { CanaryAudience, RollbackRule } from '@windlass/shared-kit/contract/release'

/** Who gets a canary, for the history: "namespaces 1, 2 and 10 % of everybody". */
export function describeAudience({ namespaceIds, userIds, percent }: CanaryAudience): string {
  const parts = [
    ...(namespaceIds.length > 0 ? [`namespaces ${namespaceIds.join(', ')}`] : []),
    ...(userIds.length > 0 ? [`users ${userIds.join(', ')}`] : []),
    ...(percent > 0 ? [`${percent} % of everybody`] : []),
  ]
  return parts.join(' and ')
}

/** When a canary goes back by itself, for the history. */
export const describeRule = ({ isOn, failurePercent, minLoads }: RollbackRule): string =>
  isOn
    ? `A canary is taken back when ${failurePercent} % of at least ${minLoads} loads fail.`
    : 'A canary is taken back by people only.'

/** "instead of 1.0.0", unless there was nothing. */
export const insteadOf = (version: string): string => (version === '' ? '' : `, instead of ${version}`)

import { type DeployPolicy, PLAIN_POLICY } from '@windlass/shared-kit/contract/deployPolicy'
import { failed } from '../../platform/errors.ts'

const HOST_AND_PORT = /^[^\s:/]+:\d{1,5}$/

/** The policy of a project as it is stored; what an older record lacks is as always. */
export const readPolicy = (text: string): DeployPolicy => ({
  ...PLAIN_POLICY,
  ...(text === '' ? {} : (JSON.parse(text) as Partial<DeployPolicy>)),
})

const isAddress = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

function checkProbe({ probe }: DeployPolicy): void {
  if (probe === null) return
  const target = probe.target.trim()
  if (target === '') throw failed('the health probe needs something to ask: an address, host:port or a command')
  // Variables stand for hosts and ports; what they become is known on the day.
  if (target.includes('${')) return
  if (probe.kind === 'http' && !isAddress(target)) {
    throw failed('the health probe needs an address that begins with http:// or https://')
  }
  if (probe.kind === 'tcp' && !HOST_AND_PORT.test(target)) {
    throw failed('the health probe needs host:port, such as shop.example:8080')
  }
}

function checkWatchPaths({ watchPaths }: DeployPolicy): void {
  const wrong = watchPaths.find((path) => path.startsWith('/') || path.split('/').includes('..'))
  if (wrong !== undefined)
    throw failed(`the watch path "${wrong}" must lie inside the repository, such as services/shop`)
}

/** Completes what a form sent with what was stored before. @throws AppError that says what to change */
export function checkPolicy(
  given: Partial<DeployPolicy> | undefined,
  before: DeployPolicy,
  { id = 0, symlinkPath }: { id?: number; symlinkPath: string },
): DeployPolicy {
  const policy = { ...before, ...given }
  if (policy.onHalt === 'rollback' && symlinkPath === '') {
    throw failed('servers can only go back when the project keeps releases: keep releases, or let halted servers be')
  }
  if (policy.promoteToId !== 0 && policy.promoteToId === id) {
    throw failed('a project cannot be promoted to itself; choose another one')
  }
  checkProbe(policy)
  checkWatchPaths(policy)
  return policy
}

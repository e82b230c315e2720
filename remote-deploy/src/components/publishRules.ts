import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployState, State } from '@windlass/shared-kit/contract/enums'

/** The part of a project that decides how it may be deployed. */
type Project = Pick<DeployRow, 'deployState' | 'freeze' | 'lock' | 'review'>
type Person = { id: number; superManager: 0 | 1 }

/** Pressing the button asks a second person in place of starting; the first deploy and super managers need none. */
export const needsReview = ({ review, deployState }: Project, person: Person): boolean =>
  review === State.Enabled && deployState !== DeployState.NotDeployed && person.superManager === 0

/** What keeps this person from deploying; somebody's own lock does not. */
export function obstacleOf({ lock, freeze }: Project, person: Person): 'freeze' | 'lock' | undefined {
  if (lock && lock.ownerId !== person.id) return 'lock'
  return freeze ? 'freeze' : undefined
}

import { State } from '@windlass/shared-kit/contract'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { ProjectInPlain } from '../project/project.service.ts'

/** A schedule is no way around the second person. @throws AppError when this person's deploys need one */
export function requireUnreviewed(
  { review }: Pick<ProjectInPlain, 'review'>,
  { isSuperManager }: Pick<Caller, 'isSuperManager'>,
): void {
  if (review !== State.Enabled || isSuperManager) return
  throw failed('deploys of this project need a review; ask for one now, or let a super manager schedule the deploy')
}

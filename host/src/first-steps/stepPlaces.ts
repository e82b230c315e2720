import type { FirstStep } from '@windlass/shared-kit/contract/firstStep'

/** Where the pinned page of the console is. */
export const BOARD = '/deploy/index'

const SERVERS = '/server/index'
const PROJECTS = '/project/index'
const MEMBERS = '/setting/member'
const PROFILE = '/user/profile'

/** Beside the pages of the steps nobody is reminded. */
export const STEP_PAGES: readonly string[] = [BOARD, SERVERS, PROJECTS, MEMBERS, PROFILE]

/** The form in which a step is done. */
export function placeOf({ name, id }: Pick<FirstStep, 'id' | 'name'>): string {
  switch (name) {
    case 'password':
      return PROFILE
    case 'server':
      // One that is there and was never reached is checked, not added again.
      return id > 0 ? `${SERVERS}?check=${id}` : `${SERVERS}?add=new`
    case 'project':
      return `${PROJECTS}?edit=new`
    case 'deploy':
      return BOARD
    case 'secondFactor':
      return `${PROFILE}?factor=set-up`
    case 'member':
      return `${MEMBERS}?edit=new`
  }
}

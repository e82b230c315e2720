import type { DeployRow } from '@windlass/shared-kit/contract/deploy'
import { DeployState } from '@windlass/shared-kit/contract/enums'
import { BLANK_PROJECT } from '@windlass/shared-kit/contract/project'

/** A project that was deployed successfully, for the tests of the board. */
export const deployRow = (more: Partial<DeployRow> = {}): DeployRow => ({
  ...BLANK_PROJECT,
  id: 7,
  name: 'shop',
  branch: 'main',
  environment: 1,
  label: 'web',
  deployState: DeployState.Success,
  lastPublishToken: 'token-7',
  publisherName: 'Ada',
  publishExt: JSON.stringify({ commit: 'abcdef1234567890', message: 'Show prices', author: 'Grace' }),
  updateTime: '2026-11-20 10:00:00',
  queuePosition: 0,
  stage: '',
  serverCount: 2,
  ...{ lock: null, freeze: null, waitingReviews: 0, failure: '' },
  lock: null,
  freeze: null,
  waitingReviews: 0,
  ...more,
})

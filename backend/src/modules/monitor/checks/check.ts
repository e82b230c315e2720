import {
  DEFAULT_CHECK_SECONDS,
  type MonitorTarget,
  type MonitorTypeNumber,
} from '@windlass/shared-kit/contract/monitor'
import type { Ssh } from '../../../platform/ssh/ssh.ts'
import type { ServerService } from '../../server/server.service.ts'

/** What is to be looked at. */
export interface CheckOrder {
  namespaceId: number
  type: MonitorTypeNumber
  target: MonitorTarget
  /** Days before its end at which a certificate is warned about; 0 means it is not looked at. */
  certificateDays: number
}

/** What checks lean on. */
export interface CheckTools {
  ssh: Ssh
  servers: Pick<ServerService, 'target'>
}

/** One look at one item; it throws a CheckError, or anything else, when the item is not as it should be. */
export interface ItemCheck {
  order: CheckOrder
  item: string
  seconds: number
  /** Aborts when the time of this item is up, or nobody waits any more. */
  signal: AbortSignal
}

/** An item is not as it should be; the message is for the person who is told. */
export class CheckError extends Error {
  override name = 'CheckError'
}

/** How long one item may take. */
export const secondsOf = ({ timeout }: Pick<MonitorTarget, 'timeout'>): number =>
  timeout > 0 ? timeout : DEFAULT_CHECK_SECONDS

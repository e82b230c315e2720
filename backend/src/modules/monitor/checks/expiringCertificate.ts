import { MonitorType } from '@windlass/shared-kit/contract/monitor'
import { maskUrlCredentials } from '../../../platform/redact.ts'
import { certificateEnd } from './certificate.ts'
import { type CheckOrder, secondsOf } from './check.ts'
import { type HostPort, parseHostPort } from './hostPort.ts'

const DAY_MS = 24 * 3_600_000
const HTTPS_PORT = 443

/** The certificate that ends first among the items of a monitor. */
export interface ExpiringCertificate {
  /** Unix milliseconds; 0 when no item shows one. */
  endTime: number
  /** What to tell people; "" while there is time enough. */
  text: string
}

function placeOf(order: CheckOrder, item: string): HostPort | undefined {
  if (order.type === MonitorType.Port) return parseHostPort(item)
  const url = URL.parse(item)
  if (order.type !== MonitorType.Site || url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: url.port === '' ? HTTPS_PORT : Number(url.port) }
}

function warning(item: string, endTime: number, days: number): string {
  const day = new Date(endTime).toISOString().slice(0, 10)
  if (days < 0) return `The certificate of ${item} ended on ${day}; renew it.`
  if (days === 0) return `The certificate of ${item} ends within a day, on ${day}; renew it.`
  return `The certificate of ${item} ends on ${day}, in ${days === 1 ? '1 day' : `${days} days`}; renew it.`
}

/** Looks at the certificates of all items; one that cannot be seen is no reason to warn, as the check itself passed. */
export async function expiringCertificate(
  order: CheckOrder,
  now: number,
  signal: AbortSignal,
): Promise<ExpiringCertificate> {
  let first = { endTime: 0, text: '' }
  for (const item of order.target.items ?? []) {
    const place = placeOf(order, item)
    if (place === undefined) continue
    const limit = AbortSignal.any([signal, AbortSignal.timeout(secondsOf(order.target) * 1000)])
    const endTime = await certificateEnd(place, limit).catch(() => {
      // The check itself passed a moment ago; what is away now is its business with the next one.
      signal.throwIfAborted()
      return undefined
    })
    if (endTime === undefined || (first.endTime !== 0 && endTime >= first.endTime)) continue
    const days = Math.floor((endTime - now) / DAY_MS)
    const isSoon = days < order.certificateDays
    first = { endTime, text: isSoon ? warning(maskUrlCredentials(item), endTime, days) : '' }
  }
  return first
}

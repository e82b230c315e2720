import { NotifyType, type PermissionId } from '@windlass/shared-kit/contract'
import { type Caller, holds } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { visibleText } from './noticeEscape.ts'

const HINT_LIMIT = 255
/** A key is at least this long; what is shorter is an address somebody chose. */
const KEY_LENGTH = 16
const SHOWN = 4
const ADDRESS = /^[^\s@,<>"]+@[^\s@,<>"]+$/

/** Mail addresses of a target. */
export const addressesOf = (target: string): string[] =>
  target
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** A target as people may see it: enough to tell two rooms apart, nothing to write into one. */
export function hintOf(type: number, target: string): string {
  if (type === NotifyType.EMail) return visibleText(addressesOf(target).join(', ')).slice(0, HINT_LIMIT)
  const url = URL.parse(target.trim())
  if (url === null) return '…'
  url.searchParams.delete('secret')
  const rest = `${url.pathname}${url.search}`.replace(/^\//, '')
  const end = rest.length >= KEY_LENGTH ? rest.slice(-SHOWN) : ''
  return `${url.protocol}//${url.host}/${rest === '' ? '' : '…'}${end}`.slice(0, HINT_LIMIT)
}

/** Whoever has the address of a room can write into it: complete only for who may save it again. */
export function visibleTarget(
  caller: Caller,
  permissions: readonly PermissionId[],
  { type, target }: { type: number; target: string },
): string {
  return target === '' || holds(caller, ...permissions) ? target : hintOf(type, target)
}

/** Refuses a target that its channel could never reach. @throws AppError that says what to write */
export function requireTarget(type: number, target: string): void {
  if (type === NotifyType.None) return
  if (visibleText(target) !== target) throw failed('the target of notices contains a character that cannot be seen')
  if (type === NotifyType.EMail) {
    const addresses = addressesOf(target)
    const wrong = addresses.find((address) => !ADDRESS.test(address))
    if (addresses.length === 0) throw failed('notices by mail need an address; write several with commas between')
    if (wrong !== undefined) throw failed(`"${wrong}" is no mail address; write several with commas between`)
    return
  }
  const url = URL.parse(target.trim())
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw failed('notices need an address that begins with http:// or https://')
  }
}

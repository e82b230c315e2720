import { Code, Permission, type PermissionId } from '@windlass/shared-kit/contract'
import type { Caller } from './caller.ts'
import { AppError } from './errors.ts'

const KEYS = new Map<number, string>(Object.entries(Permission).map(([key, id]) => [id, key]))

/** Permissions by their names, as messages and documents call them. */
export const permissionKeys = (ids: readonly number[], separator = ', '): string =>
  ids.map((id) => KEYS.get(id) ?? String(id)).join(separator)

/** Somebody who is known asked for what he may not do, and might with any one of the missing permissions. */
export class PermissionError extends AppError {
  readonly caller: Caller
  readonly missing: readonly PermissionId[]

  constructor(caller: Caller, missing: readonly PermissionId[], grantors: readonly string[] = []) {
    const message = `no permission: ${permissionKeys(missing, ' or ')} is missing`
    super(Code.Denied, message, { missing, grantors })
    this.caller = caller
    this.missing = missing
  }
}

/** For handlers that ask for more than their endpoint does: any one of these permissions was needed. */
export const lacking = (caller: Caller, ...missing: PermissionId[]) => new PermissionError(caller, missing)

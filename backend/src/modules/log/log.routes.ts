import { Code } from '@windlass/shared-kit/contract'
import {
  LoginLogList,
  LoginLogTotal,
  OperationLogList,
  OperationLogTotal,
  PublishLogList,
  PublishLogTotal,
} from '@windlass/shared-kit/contract/log'
import type { Caller } from '../../platform/caller.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createLogStore, type Page } from './log.store.ts'

/** Super managers look into every namespace, everybody else into the one he works in. */
const scopeOf = (caller: Caller): number | undefined => (caller.isSuperManager ? undefined : caller.namespaceId)

const pageOf = ({ page, rows }: { page: number; rows: number }): Page => {
  const offset = (page - 1) * rows
  if (!Number.isSafeInteger(offset)) throw new AppError(Code.IllegalParameter, 'page is too large')
  return { offset, limit: rows }
}

/** What happened: sign-ins, operations and deploys. */
export function logModule({ mount, db }: Platform): void {
  const logs = createLogStore(db)

  mount(LoginLogList, async (input) => ({ list: await logs.logins(input, pageOf(input)) }))
  mount(LoginLogTotal, (filter) => logs.loginTotal(filter))
  mount(OperationLogList, async (input, caller) => ({
    list: await logs.operations(scopeOf(caller), input, pageOf(input)),
  }))
  mount(OperationLogTotal, (filter, caller) => logs.operationTotal(scopeOf(caller), filter))
  mount(PublishLogList, async (input, caller) => ({
    list: await logs.publishes(scopeOf(caller), input, pageOf(input)),
  }))
  mount(PublishLogTotal, (filter, caller) => logs.publishTotal(scopeOf(caller), filter))
}

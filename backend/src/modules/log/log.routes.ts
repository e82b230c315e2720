import {
  LoginLogExport,
  LoginLogList,
  LoginLogTotal,
  OperationLogEntry,
  OperationLogExport,
  OperationLogList,
  OperationLogTotal,
  PublishLogExport,
  PublishLogList,
  PublishLogTotal,
} from '@windlass/shared-kit/contract/log'
import { failed } from '../../platform/errors.ts'
import { everyLogPage, logCut, logScope, logTimes } from '../../platform/logPage.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendLog } from '../../platform/sendLog.ts'
import { createLoginLogStore } from './loginLog.store.ts'
import { keepLogsInBounds } from './logRetention.ts'
import { createOperationLogStore } from './operationLog.store.ts'
import { createPublishLogStore } from './publishLog.store.ts'

/** What happened: sign-ins, operations and deploys. */
export function logModule(platform: Platform): void {
  mountLoginLog(platform)
  mountOperationLog(platform)
  mountPublishLog(platform)
  keepLogsInBounds(platform)
}

function mountLoginLog({ mount, db }: Platform): void {
  const logins = createLoginLogStore(db)
  mount(LoginLogList, (input) => logins.page(input, logCut(input)))
  mount(LoginLogTotal, (input) => logins.total(input, logTimes(input), input.atMost))
  mount(LoginLogExport, (input, _caller, { reply }) =>
    sendLog(reply, {
      ...{ name: 'login-log', format: input.format, zone: input.zone },
      columns: ['id', 'loginTime', 'account', 'remoteAddr', 'reason', 'userAgent', 'referer'],
      pages: everyLogPage(logTimes(input), (cut) => logins.page(input, cut)),
    }),
  )
}

function mountOperationLog({ mount, db }: Platform): void {
  const operations = createOperationLogStore(db)
  mount(OperationLogList, (input, caller) => operations.page(logScope(caller), input, logCut(input)))
  mount(OperationLogTotal, (input, caller) => operations.total(logScope(caller), input, logTimes(input), input.atMost))
  mount(OperationLogEntry, async ({ id }, caller) => {
    const entry = await operations.find(logScope(caller), id)
    if (!entry) throw failed('there is no such operation in the log of this space, or none any more')
    return entry
  })
  mount(OperationLogExport, (input, caller, { reply }) =>
    sendLog(reply, {
      ...{ name: 'operation-log', format: input.format, zone: input.zone },
      columns: [
        ...(['id', 'requestTime', 'responseTime', 'namespaceID', 'userID', 'username', 'router', 'api'] as const),
        ...(['requestData', 'responseData'] as const),
      ],
      pages: everyLogPage(logTimes(input), (cut) => operations.page(logScope(caller), input, cut)),
    }),
  )
}

function mountPublishLog({ mount, db }: Platform): void {
  const publishes = createPublishLogStore(db)
  mount(PublishLogList, (input, caller) => publishes.page(logScope(caller), input, logCut(input)))
  mount(PublishLogTotal, (input, caller) => publishes.total(logScope(caller), input, logTimes(input), input.atMost))
  mount(PublishLogExport, (input, caller, { reply }) =>
    sendLog(reply, {
      ...{ name: 'publish-log', format: input.format, zone: input.zone },
      columns: [
        ...(['token', 'insertTime', 'projectId', 'projectName', 'publisherId', 'publisherName'] as const),
        ...(['state', 'detail'] as const),
      ],
      pages: everyLogPage(logTimes(input), (cut) => publishes.page(logScope(caller), input, cut)),
    }),
  )
}

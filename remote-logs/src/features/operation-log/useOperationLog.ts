import { OperationLogList, OperationLogTotal } from '@windlass/shared-kit/contract/log'
import { call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every change made through the console. */
export function useOperationLog() {
  return useLog({
    key: 'operationLog',
    filters: ['username', 'router', 'api'],
    load: (input, signal) => call(OperationLogList, input, { signal }),
    count: (filters, signal) => call(OperationLogTotal, filters, { signal }),
  })
}

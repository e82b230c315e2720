import { LoginLogList, LoginLogTotal } from '@windlass/shared-kit/contract/log'
import { call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every attempt to sign in. */
export function useLoginLog() {
  return useLog({
    key: 'loginLog',
    filters: ['account'],
    load: (input, signal) => call(LoginLogList, input, { signal }),
    count: (filters, signal) => call(LoginLogTotal, filters, { signal }),
  })
}

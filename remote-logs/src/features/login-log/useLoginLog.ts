import { LoginLogExport, LoginLogList, LoginLogTotal } from '@windlass/shared-kit/contract/log'
import { addressOf, call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every attempt to sign in. */
export function useLoginLog() {
  return useLog({
    key: 'loginLog',
    filters: ['account'],
    load: (input, signal) => call(LoginLogList, input, { signal }),
    count: (input, signal) => call(LoginLogTotal, input, { signal }),
    fileAddress: (input) => addressOf(LoginLogExport, input),
  })
}

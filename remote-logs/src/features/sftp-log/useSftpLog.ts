import { SftpLogExport, SftpLogList, SftpLogTotal } from '@windlass/shared-kit/contract/sftpLog'
import { addressOf, call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Everything that was done with files on servers. */
export function useSftpLog() {
  return useLog({
    key: 'sftpLog',
    filters: ['username', 'serverName', 'type'],
    load: (input, signal) => call(SftpLogList, input, { signal }),
    count: (input, signal) => call(SftpLogTotal, input, { signal }),
    fileAddress: (input) => addressOf(SftpLogExport, input),
  })
}

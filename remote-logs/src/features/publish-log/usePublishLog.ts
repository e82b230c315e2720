import { PublishLogExport, PublishLogList, PublishLogTotal } from '@windlass/shared-kit/contract/log'
import { addressOf, call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every deploy of the namespace. */
export function usePublishLog() {
  return useLog({
    key: 'publishLog',
    filters: ['username', 'projectName'],
    load: (input, signal) => call(PublishLogList, input, { signal }),
    count: (input, signal) => call(PublishLogTotal, input, { signal }),
    fileAddress: (input) => addressOf(PublishLogExport, input),
  })
}

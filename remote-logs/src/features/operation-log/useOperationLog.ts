import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '@windlass/shared-kit/contract'
import {
  OperationLogEntry,
  OperationLogExport,
  OperationLogList,
  OperationLogTotal,
} from '@windlass/shared-kit/contract/log'
import { addressOf, call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every change made through the console. */
export function useOperationLog() {
  return useLog({
    key: 'operationLog',
    filters: ['username', 'router', 'api'],
    load: (input, signal) => call(OperationLogList, input, { signal }),
    count: (input, signal) => call(OperationLogTotal, input, { signal }),
    fileAddress: (input) => addressOf(OperationLogExport, input),
  })
}

export type OperationEntry = OutputOf<typeof OperationLogEntry>

/** One of them with what it changed; 0 is none. */
export const useOperation = (id: number) =>
  useQuery({
    queryKey: ['operationLog', 'entry', id],
    queryFn: ({ signal }) => call(OperationLogEntry, { id }, { signal }),
    enabled: id !== 0,
  })

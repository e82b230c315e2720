import { TerminalLogExport, TerminalLogList, TerminalLogTotal } from '@windlass/shared-kit/contract/terminalLog'
import { addressOf, call } from '@windlass/shared-kit/http'
import { useLog } from '../../components/useLog.ts'

/** Every terminal that was opened. */
export function useTerminalLog() {
  return useLog({
    key: 'terminalLog',
    filters: ['username', 'serverName'],
    load: (input, signal) => call(TerminalLogList, input, { signal }),
    count: (input, signal) => call(TerminalLogTotal, input, { signal }),
    fileAddress: (input) => addressOf(TerminalLogExport, input),
  })
}

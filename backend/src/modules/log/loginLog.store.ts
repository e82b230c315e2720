import type { InputOf } from '@windlass/shared-kit/contract'
import type { LoginLog, LoginLogTotal } from '@windlass/shared-kit/contract/log'
import type { Db } from '../../platform/db.ts'
import { countLog, type LogCut, type LogPage, type LogTimes, readLogPage, withinTimes } from '../../platform/logPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

type Filter = Pick<InputOf<typeof LoginLogTotal>, 'account'>

const ORDER = { time: 'loginLog.loginTime', id: 'loginLog.id' }

/** Sign-ins; they happen before anybody is in a namespace. */
export function createLoginLogStore(db: Db) {
  const logins = ({ account = '' }: Filter) => {
    const query = db.selectFrom('loginLog')
    return account === '' ? query : query.where('account', '=', account)
  }

  return {
    page: async (filter: Filter, cut: LogCut): Promise<LogPage<LoginLog>> => {
      const columns = ['id', 'account', 'remoteAddr', 'userAgent', 'referer', 'reason', 'loginTime as logTime'] as const
      const { list, ...places } = await readLogPage(logins(filter).select(columns), ORDER, cut)
      return { list: list.map(({ logTime, ...row }) => ({ ...row, loginTime: formatTimestamp(logTime) })), ...places }
    },

    total: (filter: Filter, times: LogTimes, atMost: number | undefined) =>
      countLog(db, withinTimes(logins(filter), ORDER, times), atMost),
  }
}

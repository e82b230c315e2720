import type { OutputOf } from '@windlass/shared-kit/contract'
import {
  CRONTAB_ACTIONS,
  CrontabBackup,
  CrontabHost,
  CrontabList,
  CrontabLog,
  CrontabRun,
  CrontabSave,
  CrontabSystem,
  CrontabVersionContent,
  CrontabVersionList,
} from '@windlass/shared-kit/contract/crontab'
import { plainExpression, readCrontab } from '@windlass/shared-kit/contract/crontabText'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ScriptService } from '../script/script.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { streamLog } from '../serverProcess/streamLog.ts'
import { createCrontabService } from './crontab.service.ts'
import type { FoundCrontab } from './crontabRemote.ts'

const stateOf = ({ raw, hash, exists, user }: FoundCrontab): OutputOf<typeof CrontabList> => ({
  ...{ raw, hash, exists, user },
  list: readCrontab(raw).flatMap((line, index) =>
    line.kind === 'entry'
      ? [
          {
            ...{ line: index + 1, enabled: line.isOn, expression: plainExpression(line.expression) },
            ...{ command: line.command, raw: line.text },
          },
        ]
      : [],
  ),
})

const actionOf = (word: string) => CRONTAB_ACTIONS.find((action) => action === word) ?? 'found'

/** The crontabs of accounts on servers. */
export function crontabModule(platform: Platform, services: { servers: ServerService; scripts: ScriptService }): void {
  const { mount } = platform
  const crontabs = createCrontabService(platform, services)

  mount(CrontabHost, ({ serverId }, caller) => crontabs.host(caller, serverId))
  mount(CrontabList, async (input, caller) => stateOf(await crontabs.list(caller, input)))
  mount(CrontabSave, async (input, caller) => stateOf(await crontabs.save(caller, input)))
  mount(CrontabBackup, async (input, caller) => ({ id: await crontabs.backup(caller, input) }))
  mount(CrontabVersionList, async ({ page, rows, ...place }, caller) => {
    const { list, total } = await crontabs.versions(caller, place, { page, rows })
    const shown = list.map((row) => ({
      ...row,
      ...{ action: actionOf(row.action), insertTime: formatTimestamp(row.insertTime) },
    }))
    return { list: shown, pagination: { page, rows, total } }
  })
  mount(CrontabVersionContent, async ({ id }, caller) => ({ raw: await crontabs.version(caller, id) }))
  mount(CrontabRun, async (input, caller) => ({ id: await crontabs.run(caller, input) }))
  mount(CrontabLog, (input, caller, exchange) =>
    streamLog(platform, CrontabLog, caller, exchange, (how) => crontabs.follow(caller, input, how)),
  )
  mount(CrontabSystem, async ({ serverId }, caller) => ({ files: await crontabs.system(caller, serverId) }))
}

import {
  CommandExec,
  type CommandSet,
  CommandSetAdd,
  CommandSetEdit,
  CommandSetList,
  CommandSetRemove,
  CommandStart,
  ServiceList,
  ServiceLog,
  ServiceManage,
} from '@windlass/shared-kit/contract/serverProcess'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ScriptService } from '../script/script.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createCommandSetService } from './commandSet.service.ts'
import type { CommandSetRecord } from './commandSet.store.ts'
import { createServicesService } from './services.service.ts'
import { streamLog } from './streamLog.ts'

const setRow = (row: CommandSetRecord): CommandSet => ({
  ...row,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

/** Named commands for servers, and the services that systemd or supervisor looks after there. */
export function serverProcessModule(
  platform: Platform,
  { servers, scripts }: { servers: ServerService; scripts: ScriptService },
): void {
  const { mount, db } = platform
  const sets = createCommandSetService(platform, scripts)
  const services = createServicesService(platform, servers)

  mount(CommandSetList, async (_input, caller) => ({ list: (await sets.list(caller)).map(setRow) }))
  mount(CommandSetAdd, async (input, caller) => ({ id: await sets.add(caller, input) }))
  mount(
    CommandSetEdit,
    async (input, caller) => {
      await sets.edit(caller, input)
      return null
    },
    rowSnapshot(db, 'serverProcess', 'namespace'),
  )
  mount(
    CommandSetRemove,
    async ({ id }, caller) => {
      await sets.remove(caller, id)
      return null
    },
    rowSnapshot(db, 'serverProcess', 'namespace'),
  )
  mount(CommandExec, (input, caller) => sets.exec(caller, input))
  mount(CommandStart, async (input, caller) => ({ id: await sets.start(caller, input) }))
  mount(ServiceList, ({ serverId }, caller) => services.list(caller, serverId))
  mount(ServiceManage, async (input, caller) => {
    await services.manage(caller, input)
    return null
  })
  mount(ServiceLog, (input, caller, exchange) =>
    streamLog(platform, ServiceLog, caller, exchange, (how) => services.follow(caller, input, how)),
  )
}

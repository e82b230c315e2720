import {
  NGINX_ACTIONS,
  NginxConfigContent,
  NginxConfigCopy,
  NginxConfigDelete,
  NginxConfigEdit,
  NginxConfigList,
  NginxConfigRename,
  NginxConfigTest,
  NginxLogTail,
  NginxManage,
  NginxPath,
  NginxStatus,
  NginxVersionContent,
  NginxVersionList,
} from '@windlass/shared-kit/contract/nginx'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ServerService } from '../server/server.service.ts'
import { createNginxService } from './nginx.service.ts'

const actionOf = (text: string) => NGINX_ACTIONS.find((action) => action === text) ?? 'found'

/** The configuration of nginx on servers: looked at, changed, tested and loaded. */
export function nginxModule(platform: Platform, { servers }: { servers: ServerService }): void {
  const { mount } = platform
  const nginx = createNginxService(platform, servers)

  mount(NginxPath, async ({ serverId }, caller) => {
    try {
      const { running, installed } = await nginx.find(caller, serverId)
      const path = running.length === 1 ? (running[0]?.path ?? '') : ''
      return { path, running, installed, problem: '' }
    } catch (error) {
      // Whoever asks for the path goes on without it; the reason is told beside it.
      if (error instanceof AppError) return { path: '', running: [], installed: [], problem: error.message }
      throw error
    }
  })
  mount(NginxConfigList, ({ dir, ...input }, caller) => nginx.list(caller, { ...input, path: dir }))
  mount(NginxConfigContent, (input, caller) => nginx.content(caller, input))
  mount(NginxManage, async (input, caller) => ({ execRes: true, output: await nginx.manage(caller, input) }))
  mount(NginxConfigEdit, (input, caller) => nginx.edit(caller, input))
  mount(NginxConfigTest, (input, caller) => nginx.test(caller, input))
  mount(NginxConfigCopy, (input, caller) => nginx.copy(caller, input))
  mount(NginxConfigRename, (input, caller) => nginx.rename(caller, input))
  mount(NginxConfigDelete, (input, caller) => nginx.remove(caller, input))
  mount(NginxStatus, (input, caller) => nginx.status(caller, input))
  mount(NginxLogTail, (input, caller) => nginx.log(caller, input))
  mount(NginxVersionList, async ({ serverId, file, page, rows }, { namespaceId }) => {
    const { list, total } = await nginx.versions({ namespaceId, serverId, file }, { page, rows })
    const shown = list.map((row) => ({
      ...row,
      action: actionOf(row.action),
      insertTime: formatTimestamp(row.insertTime),
    }))
    return { list: shown, pagination: { page, rows, total } }
  })
  mount(NginxVersionContent, async ({ id }, caller) => ({ content: await nginx.version(caller, id) }))
}

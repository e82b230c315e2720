import { DeployState, type NotifyTypeNumber } from '@windlass/shared-kit/contract'
import { maskUrlCredentials } from '../../platform/redact.ts'
import type { DeployHooks } from '../deploy/deployHooks.ts'
import type { ProjectService } from '../project/project.service.ts'
import { projectRow, projectServerRow } from '../project/projectRow.ts'
import type { NotificationService } from './notification.service.ts'

const NO_BINDING = { bindingId: 0, insertTime: 0, updateTime: 0 }

/** Tells the room of a project how each of its deploys ended (Specification 17). */
export function noticeDeploys(
  deploys: DeployHooks,
  notifications: NotificationService,
  projects: Pick<ProjectService, 'servers'>,
): void {
  deploys.onEnd(async ({ publish, project, state, reason, commit, targets }, trx) => {
    // What stands in this column was checked when it was saved.
    const type = project.notifyType as NotifyTypeNumber
    if (type === 0) return
    const bound = await projects.servers(project.id, trx)
    const served = new Set(targets.map(({ serverId }) => serverId))
    const servers = served.size === 0 ? bound : bound.filter(({ id }) => served.has(id))
    const deployState = state === 'success' ? DeployState.Success : DeployState.Failed
    const { publisherId, publisherName, token } = publish
    await notifications.send(
      {
        namespaceId: project.namespaceId,
        useBy: 'deploy',
        type,
        target: project.notifyTarget,
        data: {
          DeployState: deployState,
          Project: {
            ...projectRow(project, maskUrlCredentials(project.url)),
            ...{ deployState, publisherId, publisherName, lastPublishToken: token },
          },
          ProjectServers: servers.map((server) => projectServerRow(project.id, { ...server, ...NO_BINDING })),
          CommitInfo: commit,
          DeployDetail: reason,
        },
      },
      trx,
    )
  })
}

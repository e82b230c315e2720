import { Permission, type PermissionId, type PermissionKey } from './permission.ts'

/** What can be done on a page is worth nothing without the page. */
const ON_PAGE: Partial<Record<PermissionKey, readonly PermissionKey[]>> = {
  ShowTerminalLogPage: ['ShowTerminalRecord'],
  ShowNamespacePage: ['AddNamespace', 'EditNamespace', 'AddNamespaceUser', 'DeleteNamespaceUser'],
  ShowRolePage: ['AddRole', 'EditRole', 'DeleteRole', 'EditPermission'],
  ShowMemberPage: ['AddMember', 'EditMember', 'DeleteMember'],
  ShowNotificationPage: ['EditNotification'],
  ShowServerPage: [
    ...(['AddServer', 'EditServer', 'SwitchServerState', 'ImportCSV'] as const),
    ...(['UnbindServerProject', 'InstallAgent', 'ShowServerMonitorPage'] as const),
  ],
  ShowServerMonitorPage: ['AddServerWarningRule', 'EditServerWarningRule', 'DeleteServerWarningRule'],
  ShowTerminalPage: ['ShareTerminal'],
  ShowSftpFilePage: [
    ...(['SFTPUploadFile', 'SFTPPreviewFile', 'SFTPDownloadFile', 'SFTPEditFile'] as const),
    ...(['SFTPTransferFile', 'SFTPDeleteFile', 'SFTPAsRoot'] as const),
  ],
  ShowServerProcessPage: ['AddServerProcess', 'EditServerProcess', 'DeleteServerProcess'],
  ShowCronPage: ['AddCron', 'EditCron', 'DeleteCron'],
  ShowServerNginxPage: ['ManageServerNginx', 'AddNginxConfig', 'EditNginxConfig', 'DeleteNginxConfig'],
  ShowProjectPage: [
    ...(['GetAllProjectList', 'GetBindProjectList', 'AddProject', 'EditProject'] as const),
    ...(['DeleteProject', 'ManageRepository'] as const),
  ],
  ShowMonitorPage: ['AddMonitor', 'EditMonitor', 'DeleteMonitor', 'AcknowledgeMonitor'],
  ShowDeployPage: [
    ...(['GetAllDeployList', 'GetBindDeployList', 'DeployDetail', 'DeployProject', 'DeployResetState'] as const),
    ...(['GreyDeploy', 'DeployRollback', 'DeployReview', 'DeployTask', 'FileCompare', 'FileSync'] as const),
    ...(['ProcessManager', 'LockDeploy', 'OverrideDeployGuard', 'ManageDeployTrain'] as const),
  ],
  ShowReleasePage: ['PublishRelease', 'PromoteRelease', 'SwitchRemote', 'PreviewRelease', 'ManageReleaseKey'],
}

/** What is needed beyond a page, or on one of several: any one of each list. */
const BEYOND: Partial<Record<PermissionKey, readonly (readonly PermissionKey[])[]>> = {
  OverrideDeployGuard: [['DeployProject']],
  SwitchProjectWebhook: [['ShowProjectPage', 'ShowDeployPage']],
}

/** Any one of these is enough. */
export type Need = readonly PermissionId[]

const NEEDS: ReadonlyMap<number, readonly Need[]> = new Map(
  Object.entries(Permission).map(([key, id]): [number, Need[]] => {
    const pages = Object.entries(ON_PAGE).filter(([, on]) => on.some((name) => name === key))
    // The keys of a record of permissions are permissions.
    const onPages = pages.map(([page]) => [Permission[page as PermissionKey]])
    const beyond = BEYOND[key as PermissionKey] ?? []
    return [id, [...onPages, ...beyond.map((any) => any.map((name) => Permission[name]))]]
  }),
)

/** What a permission needs beside itself to have an effect. */
export const needsOf = (id: number): readonly Need[] => NEEDS.get(id) ?? []

/** What is missing for a permission among others; with all that it takes in turn. */
export function missingFor(id: number, chosen: ReadonlySet<number>): PermissionId[] {
  const missing = new Set<PermissionId>()
  const look = (wanted: number): void => {
    for (const need of needsOf(wanted)) {
      const [first] = need
      if (first === undefined || need.some((one) => chosen.has(one) || missing.has(one))) continue
      missing.add(first)
      look(first)
    }
  }
  look(id)
  return [...missing]
}

/** Which of the chosen permissions have no effect as long as this one is not chosen, directly or by what needs it. */
export function idleWithout(id: number, chosen: ReadonlySet<number>): number[] {
  if (chosen.has(id)) return []
  return [...chosen].filter((other) => missingFor(other, chosen).some((missing) => missing === id))
}

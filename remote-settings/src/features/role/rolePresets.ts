import { PERMISSIONS_BY_GROUP, Permission, type PermissionKey } from '@windlass/shared-kit/contract/permission'

const pages = Object.values(PERMISSIONS_BY_GROUP)
  .flat()
  .filter((key) => /^Show\w+Page$/.test(key))
const READING: readonly PermissionKey[] = ['GetAllDeployList', 'DeployDetail', 'GetAllProjectList', 'FileCompare']
const RISKY: readonly PermissionKey[] = ['ShowTerminalPage', 'ShowSftpFilePage', 'ShowServerScriptPage']

/** Roles as many teams have them, to start from. What a preset holds is only a proposal: every box can be changed. */
export const ROLE_PRESETS = {
  // A page on which one runs commands as somebody else is not for looking around.
  reader: [...pages.filter((key) => !RISKY.includes(key)), ...READING],
  developer: [
    ...(['ShowDeployPage', 'GetBindDeployList', 'DeployDetail', 'DeployProject', 'DeployRollback'] as const),
    ...(['FileCompare', 'ShowMonitorPage', 'ShowPublishLogPage'] as const),
  ],
  operator: [
    ...PERMISSIONS_BY_GROUP.Deploy.filter((key) => key !== 'GetBindDeployList'),
    ...PERMISSIONS_BY_GROUP.Server.filter((key) => key !== 'SFTPAsRoot'),
    ...PERMISSIONS_BY_GROUP.Monitor,
    ...(['ShowProjectPage', 'GetAllProjectList', 'ShowPublishLogPage'] as const),
  ],
  administrator: Object.values(PERMISSIONS_BY_GROUP).flat(),
} satisfies Record<string, readonly PermissionKey[]>

export type PresetName = keyof typeof ROLE_PRESETS

/** The ids of a preset. */
export const presetIds = (name: PresetName): number[] => ROLE_PRESETS[name].map((key) => Permission[key])

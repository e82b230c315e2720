import type { ImportPart } from './importPart.ts'
import * as identity from './parts/identityParts.ts'
import * as logs from './parts/logParts.ts'
import * as monitoring from './parts/monitorParts.ts'
import * as projects from './parts/projectParts.ts'
import * as servers from './parts/serverParts.ts'

/** Everything that comes over, in an order in which each row finds what it names. */
export const IMPORT_PARTS: readonly ImportPart[] = [
  identity.users,
  identity.namespaces,
  identity.roles,
  identity.rolePermissions,
  identity.namespaceUsers,
  servers.servers,
  projects.projects,
  projects.projectFiles,
  projects.projectServers,
  projects.projectUsers,
  projects.projectProcesses,
  projects.projectTasks,
  servers.serverRules,
  servers.commandSets,
  servers.scripts,
  servers.crons,
  monitoring.monitors,
  monitoring.notificationTemplates,
  logs.publishTraces,
  logs.loginLogs,
  logs.operationLogs,
  logs.sftpLogs,
  logs.terminalLogs,
  servers.cronLogs,
]

/** Tables that stay behind, and why. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  permission: 'permissions have fixed numbers and are here already',
  project_review: 'reviews are bound to their addresses: those that wait have to be asked for again',
  server_agent_log: 'charts begin anew with the first measurement here',
  system_config: 'it holds the version only',
}

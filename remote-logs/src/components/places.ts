import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'

/** A page that a row of a log leads to, and what its route asks for. */
export interface Place {
  to: string
  access: readonly PermissionId[]
}

const address = (path: string, parameters: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(parameters)}`

/** Everybody whose name or account holds the text; the list says so when that is nobody any more. */
export const memberPlaces = (name: string): Place[] =>
  name === '' ? [] : [{ to: address('/setting/member', { search: name }), access: [Permission.ShowMemberPage] }]

/** A server. Never its terminal: the link of that page opens a shell, which nobody wants who only reads a log. */
export const serverPlaces = (id: number, name: string): Place[] => [
  { to: address('/server/agent', { serverId: String(id) }), access: [Permission.ShowServerMonitorPage] },
  ...(name === '' ? [] : [{ to: address('/server/index', { q: name }), access: [Permission.ShowServerPage] }]),
]

/** A folder of a server in the file manager. */
export const folderPlaces = (serverId: number, dir: string): Place[] => [
  { to: address('/server/sftp', { serverId: String(serverId), dir }), access: [Permission.ShowSftpFilePage] },
]

/** A project with its deploys. */
export const projectPlaces = (id: number, name: string): Place[] => [
  { to: `/deploy/detail/${id}`, access: [Permission.DeployDetail] },
  ...(name === '' ? [] : [{ to: address('/project/index', { q: name }), access: [Permission.ShowProjectPage] }]),
]

/** A role by its name, so that the list says so when it is gone; without a name, what it may do. */
export const rolePlaces = (id: number, name: string): Place[] => [
  {
    to: address('/setting/role', name === '' ? { permissions: String(id) } : { search: name }),
    access: [Permission.ShowRolePage],
  },
]

/** A namespace by its name; without one, who belongs to it. */
export const namespacePlaces = (id: number, name: string): Place[] => [
  {
    to: address('/setting/namespace', name === '' ? { members: String(id) } : { search: name }),
    access: [Permission.ShowNamespacePage],
  },
]

/** What runs on a server by the clock. */
export const cronPlaces = (serverId: number): Place[] => [
  { to: address('/server/cron', { server: String(serverId) }), access: [Permission.ShowCronPage] },
]

export const monitorPlaces = (id: number): Place[] => [
  { to: `/monitor/detail/${id}`, access: [Permission.ShowMonitorPage] },
]

/** One run of a train. */
export const runPlaces = (id: number): Place[] => [{ to: `/deploy/train/${id}`, access: [Permission.ShowDeployPage] }]

/** A part of the console that is released on its own. */
export const areaPlaces = (id: string): Place[] => [
  { to: `/setting/release/${encodeURIComponent(id)}`, access: [Permission.ShowReleasePage] },
]

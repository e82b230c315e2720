import { Permission } from '@windlass/shared-kit/contract'
import {
  BLANK_PROJECT,
  type Project,
  type ProjectScript,
  type ProjectServer,
  type ProjectUser,
} from '@windlass/shared-kit/contract/project'
import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { type Caller, holds } from '../../platform/caller.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { hintOf } from '../notification/noticeTarget.ts'
import type { BoundServer, ProjectRecord } from './project.store.ts'
import { readPolicy } from './projectPolicy.ts'

interface Binding {
  bindingId: number
  insertTime: number
  updateTime: number
}

/** The script of a project as it is stored. */
export const readScript = (text: string): ProjectScript => ({
  ...BLANK_PROJECT.script,
  ...(JSON.parse(text || '{}') as Partial<ProjectScript>),
})

/** Who may save a project again sees its secrets whole. */
export const WRITERS = [Permission.AddProject, Permission.EditProject] as const

/** Specification 7: the address is complete only where somebody may save it again. */
export const visibleUrl = (url: string, caller: Caller): string =>
  holds(caller, ...WRITERS) ? url : maskUrlCredentials(url)

/** A project as the wire shows it; `url` is in plain and already masked where it has to be. */
export function projectRow({ webhookSecret: _secret, ...row }: ProjectRecord, url: string): Project {
  return {
    ...BLANK_PROJECT,
    ...row,
    // What stands in these columns was checked when it was saved.
    repoType: row.repoType as Project['repoType'],
    review: row.review as Project['review'],
    transferType: row.transferType as Project['transferType'],
    deployServerMode: row.deployServerMode as Project['deployServerMode'],
    autoDeploy: row.autoDeploy as Project['autoDeploy'],
    deployState: row.deployState as Project['deployState'],
    notifyType: row.notifyType as Project['notifyType'],
    url,
    notifyTarget: row.notifyTarget === '' ? '' : hintOf(row.notifyType, row.notifyTarget),
    reviewURL: row.reviewUrl,
    script: readScript(row.script),
    state: 0,
    policy: readPolicy(row.policy),
    insertTime: formatTimestamp(row.insertTime),
    updateTime: formatTimestamp(row.updateTime),
  }
}

const binding = (projectId: number, row: Binding) => ({
  id: row.bindingId,
  projectId,
  project: BLANK_PROJECT,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

/** One server of a project, without anything to sign in with. */
export const projectServerRow = (projectId: number, row: Binding & BoundServer): ProjectServer => ({
  ...binding(projectId, row),
  serverId: row.id,
  server: {
    ...BLANK_SERVER,
    name: row.name,
    ip: row.ip,
    port: row.port,
    owner: row.owner,
    description: row.description,
    os: row.os as ProjectServer['server']['os'],
  },
})

/** One user of a project. */
export const projectUserRow = (projectId: number, row: Binding & { id: number; name: string }): ProjectUser => ({
  ...binding(projectId, row),
  userId: row.id,
  user: { name: row.name },
})

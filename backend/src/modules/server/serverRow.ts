import { Environment } from '@windlass/shared-kit/contract/enums'
import { BLANK_SERVER, type BoundProject, type ServerRow } from '@windlass/shared-kit/contract/server'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { BindingRecord, ListedServer } from './server.store.ts'
import type { ServerSecrets } from './serverSecret.ts'

const ENVIRONMENTS: readonly number[] = Object.values(Environment)

/** The only place where a server becomes what goes over the wire: without its secrets. */
export function serverRow(row: ListedServer, secrets: ServerSecrets): ServerRow {
  const { jumpIp, os, state, bindCount, insertTime, updateTime, tags, jumps, ...others } = row
  const { algorithm, fingerprint, presentedFingerprint, ...rest } = others
  return {
    ...rest,
    jumpIP: jumpIp,
    password: secrets.token(row, 'password'),
    jumpPassword: secrets.token(row, 'jumpPassword'),
    jumps: jumps.map(({ host, port, owner, path }, index) => ({
      ...{ host, port, owner, path },
      password: secrets.token(row, 'jumpPassword', index + 1),
    })),
    tags: [...tags],
    hostKey:
      algorithm === null || fingerprint === null
        ? null
        : { algorithm, fingerprint, isChanged: (presentedFingerprint ?? '') !== '' },
    os: os === 'linux' || os === 'windows' ? os : '',
    state: state === 1 ? 1 : 0,
    bindCount: Number(bindCount ?? 0),
    insertTime: formatTimestamp(insertTime),
    updateTime: formatTimestamp(updateTime),
  }
}

/** One project that deploys to a server. */
export function boundProject(row: BindingRecord): BoundProject {
  const { id, projectId, serverId, name, branch, environment } = row
  const isKnown = (value: number): value is BoundProject['project']['environment'] => ENVIRONMENTS.includes(value)
  return {
    ...{ id, projectId, serverId },
    project: { name, branch, environment: isKnown(environment) ? environment : Environment.Unknown },
    server: BLANK_SERVER,
    insertTime: formatTimestamp(row.insertTime),
    updateTime: formatTimestamp(row.updateTime),
  }
}

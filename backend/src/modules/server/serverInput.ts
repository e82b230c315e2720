import { isIP } from 'node:net'
import type { InputOf } from '@windlass/shared-kit/contract'
import type { ServerAdd, ServerCheck } from '@windlass/shared-kit/contract/server'
import { failed } from '../../platform/errors.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ServerColumns } from './server.store.ts'

/** What people write about a server. */
export type ServerInput = InputOf<typeof ServerAdd>
/** The part of it that it takes to connect. */
export type ConnectionInput = InputOf<typeof ServerCheck>

const SSH_PORT = 22

/** The port that 0 and "not given" stand for. */
const portOr22 = (port: number | undefined) => port || SSH_PORT

function checkHost(field: string, host: string): string {
  const looksLikeAddress = /^[0-9.]+$/.test(host) || host.includes(':')
  if (looksLikeAddress && isIP(host) === 0)
    throw failed(`${field} ${host} is no address; correct it or give a host name`)
  return host.toLowerCase()
}

/** What came over the wire with every member filled and the addresses checked; secrets as they came. */
export function completeConnection(input: ConnectionInput) {
  const jumpIP = input.jumpIP ? checkHost('jumpIP', input.jumpIP) : ''
  const owner = input.owner.trim()
  if (owner === '' || owner.startsWith('-')) throw failed('owner must be the name of a user on the server')
  if (jumpIP !== '' && !input.jumpOwner?.trim()) throw failed('jumpOwner is a required field when there is a jump host')
  return {
    ip: checkHost('ip', input.ip),
    port: portOr22(input.port),
    owner,
    path: input.path?.trim() ?? '',
    password: input.password ?? '',
    jumpIp: jumpIP,
    jumpPort: jumpIP === '' ? (input.jumpPort ?? 0) : portOr22(input.jumpPort),
    jumpOwner: input.jumpOwner?.trim() ?? '',
    jumpPath: input.jumpPath?.trim() ?? '',
    jumpPassword: input.jumpPassword ?? '',
  }
}

/** A connection with secrets in plain. */
export type CompleteConnection = ReturnType<typeof completeConnection>

/** The columns of a server; secrets are still to be sealed. */
export function completeServer(input: ServerInput): ServerColumns {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  return {
    name,
    namespaceId: input.namespaceId ?? 0,
    os: input.os,
    description: input.description ?? '',
    ...completeConnection(input),
  }
}

/** The way to a server, from plain secrets. */
export function targetOf(
  connection: CompleteConnection,
  server: { id: number; name: string; os: string } = { id: 0, name: '', os: '' },
): SshTarget {
  const { ip, port, owner, path, password, jumpIp, jumpPort, jumpOwner, jumpPath, jumpPassword } = connection
  const jump = { host: jumpIp, port: portOr22(jumpPort), user: jumpOwner, keyPath: jumpPath, password: jumpPassword }
  return {
    serverId: server.id,
    name: server.name,
    os: server.os,
    ...{ host: ip, port, user: owner, keyPath: path, password },
    ...(jumpIp !== '' && { jump }),
  }
}

import { isIP } from 'node:net'
import type { InputOf } from '@windlass/shared-kit/contract'
import type { ServerAdd, ServerCheck } from '@windlass/shared-kit/contract/server'
import { failed } from '../../platform/errors.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ServerColumns } from './server.store.ts'
import type { JumpRecord } from './serverJump.store.ts'

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

function checkOwner(field: string, given: string | undefined): string {
  const owner = given?.trim() ?? ''
  if (owner === '' || owner.startsWith('-')) throw failed(`${field} must be the name of a user on that machine`)
  return owner
}

/** The hosts behind the first jump host; undefined when the caller does not know of such. */
function completeJumps(input: ConnectionInput): JumpRecord[] | undefined {
  if (input.jumps && input.jumps.length > 0 && !input.jumpIP) {
    throw failed('jumps are the hosts behind the first jump host; give that as jumpIP')
  }
  return input.jumps?.map(({ host, port, owner, path = '', password = '' }, index) => ({
    host: checkHost(`jumps.${index}.host`, host),
    port: portOr22(port),
    owner: checkOwner(`jumps.${index}.owner`, owner),
    path: path.trim(),
    password,
  }))
}

/** What came over the wire with every member filled and the addresses checked; secrets as they came. */
export function completeConnection(input: ConnectionInput) {
  const jumpIP = input.jumpIP ? checkHost('jumpIP', input.jumpIP) : ''
  if (jumpIP !== '' && !input.jumpOwner?.trim()) throw failed('jumpOwner is a required field when there is a jump host')
  return {
    ip: checkHost('ip', input.ip),
    port: portOr22(input.port),
    owner: checkOwner('owner', input.owner),
    path: input.path?.trim() ?? '',
    password: input.password ?? '',
    jumpIp: jumpIP,
    jumpPort: jumpIP === '' ? (input.jumpPort ?? 0) : portOr22(input.jumpPort),
    jumpOwner: jumpIP === '' ? (input.jumpOwner?.trim() ?? '') : checkOwner('jumpOwner', input.jumpOwner),
    jumpPath: input.jumpPath?.trim() ?? '',
    jumpPassword: input.jumpPassword ?? '',
    jumps: completeJumps(input),
  }
}

/** A connection with secrets in plain. */
export type CompleteConnection = ReturnType<typeof completeConnection>

/** What is to be stored of a server; secrets are still to be sealed. */
export type CompleteServer = ServerColumns & { jumps: JumpRecord[] | undefined; tags: string[] | undefined }

/** What people wrote, checked. */
export function completeServer(input: ServerInput): CompleteServer {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  return {
    name,
    namespaceId: input.namespaceId ?? 0,
    os: input.os,
    description: input.description ?? '',
    tags: input.tags,
    ...completeConnection(input),
  }
}

/** The way to a server, from plain secrets. */
export function targetOf(
  connection: Omit<CompleteConnection, 'jumps'> & { jumps: readonly JumpRecord[] | undefined },
  server: { id: number; name: string; os: string } = { id: 0, name: '', os: '' },
): SshTarget {
  const { ip, port, owner, path, password, jumpIp, jumpPort, jumpOwner, jumpPath, jumpPassword } = connection
  const first = { host: jumpIp, port: portOr22(jumpPort), user: jumpOwner, keyPath: jumpPath, password: jumpPassword }
  const further = (connection.jumps ?? []).map((hop) => ({
    ...{ host: hop.host, port: portOr22(hop.port), user: hop.owner, keyPath: hop.path, password: hop.password },
  }))
  return {
    serverId: server.id,
    name: server.name,
    os: server.os,
    ...{ host: ip, port, user: owner, keyPath: path, password },
    ...(jumpIp !== '' && { jumps: [first, ...further] }),
  }
}

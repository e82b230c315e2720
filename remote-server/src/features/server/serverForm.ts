import type { InputOf } from '@windlass/shared-kit/contract'
import type { Server, ServerAdd, ServerCheck } from '@windlass/shared-kit/contract/server'
import { SSH_PORT } from './serverRules.ts'

/** How somebody signs in over SSH. */
export type LoginKind = 'key' | 'password'

/** One sign-in: that of the server, or that of the host on the way to it. */
export interface LoginFields {
  kind: LoginKind
  host: string
  port: string
  owner: string
  path: string
  /** Password or passphrase, as typed; "" keeps the stored one. */
  secret: string
  /** The stored passphrase is to be dropped. */
  isSecretRemoved: boolean
}

/** What a person fills in about a server. */
export interface ServerFields {
  name: string
  namespaceId: number
  os: 'linux' | 'windows'
  description: string
  target: LoginFields
  isJumping: boolean
  jump: LoginFields
}

/** Which of the two sign-ins. */
export type LoginName = 'jump' | 'target'

/** Tokens that stand for stored secrets; "" where nothing is stored. */
export interface StoredSecrets {
  kind: LoginKind
  token: string
}

const BLANK_LOGIN: LoginFields = {
  kind: 'key',
  host: '',
  port: String(SSH_PORT),
  owner: 'root',
  path: '/root/.ssh/id_rsa',
  secret: '',
  isSecretRemoved: false,
}

const kindOf = (path: string): LoginKind => (path === '' ? 'password' : 'key')

/** What the form starts with: a row's values, or those of a server nobody described yet. */
export function fieldsOf(server: Server | undefined, namespaceId: number): ServerFields {
  const blank: ServerFields = {
    name: '',
    namespaceId,
    os: 'linux',
    description: '',
    target: { ...BLANK_LOGIN },
    isJumping: false,
    jump: { ...BLANK_LOGIN },
  }
  if (!server) return blank
  const { name, description, os, ip, port, owner, path, jumpIP, jumpPort, jumpOwner, jumpPath } = server
  const login = { secret: '', isSecretRemoved: false }
  return {
    name,
    description,
    namespaceId: server.namespaceId,
    os: os === 'windows' ? 'windows' : 'linux',
    target: { ...login, kind: kindOf(path), host: ip, port: String(port), owner, path },
    isJumping: jumpIP !== '',
    jump:
      jumpIP === ''
        ? blank.jump
        : { ...login, kind: kindOf(jumpPath), host: jumpIP, port: String(jumpPort), owner: jumpOwner, path: jumpPath },
  }
}

/** What is stored for each sign-in of a row. */
export function storedSecretsOf(server: Server | undefined): Readonly<Record<LoginName, StoredSecrets>> {
  return {
    target: { kind: kindOf(server?.path ?? ''), token: server?.password ?? '' },
    jump: { kind: kindOf(server?.jumpPath ?? ''), token: server?.jumpPassword ?? '' },
  }
}

/** Whether the stored secret still fits: a password is no passphrase. */
export function isKept(login: Pick<LoginFields, 'kind'>, stored: StoredSecrets): boolean {
  return stored.token !== '' && stored.kind === login.kind
}

function secretOf(login: LoginFields, stored: StoredSecrets): string {
  if (login.secret !== '') return login.secret
  return isKept(login, stored) && !login.isSecretRemoved ? stored.token : ''
}

const pathOf = (login: LoginFields) => (login.kind === 'key' ? login.path.trim() : '')

/** What it takes to connect, as the server wants it. */
export function connectionOf(
  { target, isJumping, jump }: ServerFields,
  stored: Readonly<Record<LoginName, StoredSecrets>>,
): InputOf<typeof ServerCheck> {
  const direct = {
    ip: target.host.trim(),
    port: Number(target.port),
    owner: target.owner.trim(),
    path: pathOf(target),
    password: secretOf(target, stored.target),
  }
  if (!isJumping) return { ...direct, jumpIP: '', jumpPort: 0, jumpOwner: '', jumpPath: '', jumpPassword: '' }
  return {
    ...direct,
    jumpIP: jump.host.trim(),
    jumpPort: Number(jump.port),
    jumpOwner: jump.owner.trim(),
    jumpPath: pathOf(jump),
    jumpPassword: secretOf(jump, stored.jump),
  }
}

/** The whole server, as adding and editing want it. */
export function serverInputOf(
  fields: ServerFields,
  stored: Readonly<Record<LoginName, StoredSecrets>>,
): InputOf<typeof ServerAdd> {
  const { name, namespaceId, os, description } = fields
  return {
    name: name.trim(),
    namespaceId,
    os,
    description: description.trim(),
    ...connectionOf(fields, stored),
  }
}

import type { InputOf } from '@windlass/shared-kit/contract'
import type { ServerAdd, ServerCheck, ServerRow } from '@windlass/shared-kit/contract/server'
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
  /** What is stored for this sign-in; it goes along when hosts change places. */
  stored: StoredSecret
  /** The stored passphrase is to be dropped. */
  isSecretRemoved: boolean
}

/** Where in the form a sign-in is: that of the server, or that of a host on the way. */
export type LoginPath = readonly ['target'] | readonly ['jumps', number]

/** What a person fills in about a server. */
export interface ServerFields {
  name: string
  namespaceId: number
  os: 'linux' | 'windows'
  description: string
  tags: string[]
  target: LoginFields
  /** The hosts on the way, the first one first. */
  jumps: LoginFields[]
}

/** What is stored of a secret; "" where there is none. */
export interface StoredSecret {
  kind: LoginKind
  /** Stands for the secret, which never comes to the browser. */
  token: string
}

/** A sign-in that nobody has described yet. */
export const BLANK_LOGIN: LoginFields = {
  kind: 'key',
  host: '',
  port: String(SSH_PORT),
  owner: 'root',
  path: '/root/.ssh/id_rsa',
  secret: '',
  stored: { kind: 'key', token: '' },
  isSecretRemoved: false,
}

const kindOf = (path: string): LoginKind => (path === '' ? 'password' : 'key')

interface StoredLogin {
  host: string
  port: number
  owner: string
  path: string
  password: string
}

function loginOf({ host, port, owner, path, password }: StoredLogin): LoginFields {
  const kind = kindOf(path)
  return {
    ...{ kind, host, port: String(port), owner, path },
    ...{ secret: '', stored: { kind, token: password }, isSecretRemoved: false },
  }
}

/** The hosts on the way to a server, from its row: the first is part of it, the others are listed. */
function jumpsOf(
  server: Pick<ServerRow, 'jumpIP' | 'jumpPort' | 'jumpOwner' | 'jumpPath' | 'jumpPassword' | 'jumps'>,
): StoredLogin[] {
  const { jumpIP, jumpPort, jumpOwner, jumpPath, jumpPassword, jumps } = server
  if (jumpIP === '') return []
  return [{ host: jumpIP, port: jumpPort, owner: jumpOwner, path: jumpPath, password: jumpPassword }, ...jumps]
}

/** What the form starts with: a row's values, or those of a server nobody described yet. */
export function fieldsOf(server: ServerRow | undefined, namespaceId: number): ServerFields {
  if (!server) {
    return { name: '', namespaceId, os: 'linux', description: '', tags: [], target: { ...BLANK_LOGIN }, jumps: [] }
  }
  const { name, description, os, ip, port, owner, path, password, tags } = server
  return {
    ...{ name, description, tags },
    namespaceId: server.namespaceId,
    os: os === 'windows' ? 'windows' : 'linux',
    target: loginOf({ host: ip, port, owner, path, password }),
    jumps: jumpsOf(server).map(loginOf),
  }
}

/** Whether the stored secret still fits: a password is no passphrase. */
export function isKept(login: Pick<LoginFields, 'kind' | 'stored'>): boolean {
  return login.stored.token !== '' && login.stored.kind === login.kind
}

function secretOf(login: LoginFields): string {
  if (login.secret !== '') return login.secret
  return isKept(login) && !login.isSecretRemoved ? login.stored.token : ''
}

/** One sign-in, as the server wants it. */
const hopOf = (login: LoginFields) => ({
  host: login.host.trim(),
  port: Number(login.port),
  owner: login.owner.trim(),
  path: login.kind === 'key' ? login.path.trim() : '',
  password: secretOf(login),
})

/** What it takes to connect, as the server wants it. */
export function connectionOf({ target, jumps: way }: ServerFields): InputOf<typeof ServerCheck> {
  const { host: ip, ...direct } = hopOf(target)
  const [first, ...jumps] = way.map(hopOf)
  if (!first) {
    return { ip, ...direct, jumpIP: '', jumpPort: 0, jumpOwner: '', jumpPath: '', jumpPassword: '', jumps }
  }
  const { host: jumpIP, port: jumpPort, owner: jumpOwner, path: jumpPath, password: jumpPassword } = first
  return { ip, ...direct, jumpIP, jumpPort, jumpOwner, jumpPath, jumpPassword, jumps }
}

/** The whole server, as adding and editing want it. */
export function serverInputOf(fields: ServerFields): InputOf<typeof ServerAdd> {
  const { name, namespaceId, os, description, tags } = fields
  return {
    ...{ name: name.trim(), namespaceId, os, description: description.trim() },
    tags: tags.map((tag) => tag.trim()),
    ...connectionOf(fields),
  }
}

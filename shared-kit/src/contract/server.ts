import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Environment, State } from './enums.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** The dials of 15 s to the machines on the way, of which hardly more than one is silent, and what is done there. */
export const DIALLING_MS = 60_000

/** Systems a server may run. */
export const SERVER_SYSTEMS = ['linux', 'windows'] as const

/** A server as it is stored. */
export const Server = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Host name or address. */
  ip: Type.String(),
  port: Type.Integer(),
  /** The user to sign in as over SSH. */
  owner: Type.String(),
  /** Private key file on the console's machine; "" means sign-in by password. */
  path: Type.String(),
  /**
   * Password, or passphrase of the key. Never the secret itself: "" when there is none, else a `keep:…` token
   * which add, edit and check take back in place of the stored secret.
   */
  password: Type.String(),
  /** Host to connect through; "" means none, and then the other jump members do not matter. */
  jumpIP: Type.String(),
  jumpPort: Type.Integer(),
  jumpOwner: Type.String(),
  jumpPath: Type.String(),
  /** As `password`. */
  jumpPassword: Type.String(),
  /** 0 means shared by all namespaces. */
  namespaceId: Type.Integer(),
  description: Type.String(),
  os: Type.Enum([...SERVER_SYSTEMS, '']),
  /** `name|cores|memory in KiB`; "" when unknown. */
  osInfo: Type.String(),
  state: Type.Enum(State),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type Server = Static<typeof Server>

/** What the members of a server hold where a call does not fill them. */
export const BLANK_SERVER: Server = {
  id: 0,
  name: '',
  ip: '',
  port: 0,
  owner: '',
  path: '',
  password: '',
  jumpIP: '',
  jumpPort: 0,
  jumpOwner: '',
  jumpPath: '',
  jumpPassword: '',
  namespaceId: 0,
  description: '',
  os: '',
  osInfo: '',
  state: State.Disabled,
  insertTime: '',
  updateTime: '',
}

/** A word that a namespace sorts its servers by; no commas and semicolons, which separate tags in files. */
export const ServerTag = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[^\\s,;\\p{Cc}]([^,;\\p{Cc}]*[^\\s,;\\p{Cc}])?$',
})

/** More tags than this are no order any more. */
export const MOST_TAGS = 20

/** A further host on the way, behind the first jump host. */
export const JumpHop = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  owner: Type.String(),
  path: Type.String(),
  /** As the `password` of a server. */
  password: Type.String(),
})
export type JumpHop = Static<typeof JumpHop>

/** One row of the server page. */
export const ServerRow = Type.Object({
  ...Server.properties,
  /** Those of the current namespace, by name; a shared server has others elsewhere. */
  tags: Type.Array(Type.String()),
  /** Hosts to go through after the first jump host, in the order of the way. */
  jumps: Type.Array(JumpHop),
  /** The key that the host at `ip` and `port` is pinned to; null before the first connection. */
  hostKey: Type.Union([
    Type.Null(),
    Type.Object({
      algorithm: Type.String(),
      fingerprint: Type.String(),
      /** It has shown another one since: nothing goes there until somebody accepts that. */
      isChanged: Type.Boolean(),
    }),
  ]),
  /** Projects of the current namespace that deploy to it; they are unbound when it is disabled. */
  bindCount: Type.Integer(),
})
export type ServerRow = Static<typeof ServerRow>

/** An enabled server in a picker: enough to recognise it, nothing to reach it with. */
export const ServerOption = Type.Object({
  ...Type.Pick(Server, ['id', 'name', 'ip', 'owner', 'description', 'insertTime', 'updateTime']).properties,
  /** Those of the current namespace, by name. */
  tags: Type.Array(Type.String()),
})
export type ServerOption = Static<typeof ServerOption>

/** One project that deploys to a server. */
export const BoundProject = Type.Object({
  /** Names the binding; this is what unbinding takes, not the project. */
  id: Type.Integer(),
  projectId: Type.Integer(),
  serverId: Type.Integer(),
  project: Type.Object({ name: Type.String(), branch: Type.String(), environment: Type.Enum(Environment) }),
  /** Always blank; it stays for clients that read the whole row. */
  server: Server,
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type BoundProject = Static<typeof BoundProject>

/** The key a host answered with. */
export const HostKey = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  /** As in the SSH protocol, `ssh-ed25519` for example. */
  algorithm: Type.String(),
  /** `SHA256:` and 43 characters of base64, as ssh-keygen prints it. */
  fingerprint: Type.String(),
  /** Seen for the first time, and pinned by this call. */
  isNew: Type.Boolean(),
})
export type HostKey = Static<typeof HostKey>

/** Address of version 4 or 6, or a host name of at least three characters; the server parses addresses again. */
export const HOST_PATTERN = '^(?:[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*|[a-zA-Z][a-zA-Z0-9.-]+[a-zA-Z0-9])$'

const Host = Type.String({ maxLength: 255, pattern: HOST_PATTERN })
const Port = Type.Integer({ minimum: 0, maximum: 65_535 })
const Text = Type.Optional(Type.String({ maxLength: 255 }))

/** More hosts behind the first jump host than this are a mistake. */
export const MOST_FURTHER_JUMPS = 4

/** What it takes to connect. */
export const ConnectionFields = {
  ip: Host,
  port: Type.Optional(Port),
  owner: Type.String({ minLength: 1, maxLength: 255 }),
  path: Text,
  password: Text,
  jumpIP: Type.Optional(Type.Union([Type.Literal(''), Host])),
  jumpPort: Type.Optional(Port),
  jumpOwner: Text,
  jumpPath: Text,
  jumpPassword: Text,
  /** Behind the first jump host. Absent keeps, on edit, what is stored; elsewhere it means none. */
  jumps: Type.Optional(
    Type.Array(
      Type.Object({
        host: Host,
        port: Type.Optional(Port),
        owner: Type.String({ minLength: 1, maxLength: 255 }),
        path: Text,
        password: Text,
      }),
      { maxItems: MOST_FURTHER_JUMPS },
    ),
  ),
}

const ServerFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  /** 0 or the current namespace. */
  namespaceId: Type.Optional(Type.Integer({ minimum: 0 })),
  os: Type.Enum(SERVER_SYSTEMS),
  ...ConnectionFields,
  description: Text,
  /** Absent keeps, on edit, what is stored. */
  tags: Type.Optional(Type.Array(ServerTag, { maxItems: MOST_TAGS })),
}

/** Both states, the servers of the namespace and the shared ones. */
export const ServerList = endpoint({
  method: 'GET',
  path: '/server/getList',
  access: [Permission.ShowServerPage],
  output: listOf(ServerRow),
})

/** As the list, but enabled servers only. */
export const ServerOptionList = endpoint({
  method: 'GET',
  path: '/server/getOption',
  access: 'signed-in',
  output: listOf(ServerOption),
})

export const ServerBoundProjectList = endpoint({
  method: 'GET',
  path: '/server/getBindProjectList',
  access: [Permission.ShowServerPage],
  input: ById,
  output: listOf(BoundProject),
})

/** Text of the public key that belongs to a private key file on the console's machine. */
export const ServerPublicKey = endpoint({
  method: 'GET',
  path: '/server/getPublicKey',
  access: [Permission.AddServer, Permission.EditServer],
  /** The private key: `.pub` is added by the server. */
  input: Type.Object({ path: Type.String({ minLength: 1, maxLength: 255 }) }),
  output: Type.Object({ key: Type.String() }),
  logged: true,
})

/** Connects with the given values and closes again; a host key seen for the first time is pinned. */
export const ServerCheck = endpoint({
  method: 'POST',
  path: '/server/check',
  access: [Permission.AddServer, Permission.EditServer],
  input: Type.Object(ConnectionFields),
  output: Type.Object({
    /** The jump host first, if there is one. */
    hostKeys: Type.Array(HostKey),
    /** As `osInfo` of a server. */
    osInfo: Type.String(),
  }),
  logged: true,
  timeoutMs: DIALLING_MS,
})

/** From here on trusts the key that a host changed to, after the operator compared its fingerprint. */
export const ServerAcceptHostKey = endpoint({
  method: 'PUT',
  path: '/server/acceptHostKey',
  access: [Permission.EditServer],
  input: Type.Object({
    host: Host,
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    fingerprint: Type.String({ pattern: '^SHA256:[A-Za-z0-9+/]{43}$' }),
  }),
  logged: true,
})

/** Stores the server also when it cannot be reached. */
export const ServerAdd = endpoint({
  method: 'POST',
  path: '/server/add',
  access: [Permission.AddServer],
  input: Type.Object(ServerFields),
  output: Created,
  logged: true,
  timeoutMs: DIALLING_MS,
})

/** Replaces every field but the state; what is absent becomes "" or 0, but for `tags` and `jumps`. */
export const ServerEdit = endpoint({
  method: 'PUT',
  path: '/server/edit',
  access: [Permission.EditServer],
  input: Type.Object({ id: Id, ...ServerFields }),
  logged: true,
  timeoutMs: DIALLING_MS,
})

/** Disabling unbinds every project for good. Therefore the state must be given: nothing is disabled by omission. */
export const ServerToggle = endpoint({
  method: 'PUT',
  path: '/server/toggle',
  access: [Permission.SwitchServerState],
  input: Type.Object({ id: Id, state: Type.Enum(State) }),
  logged: true,
})

/** `ids` are those of the bindings. */
export const ServerUnbindProject = endpoint({
  method: 'DELETE',
  path: '/server/unbindProject',
  access: [Permission.UnbindServerProject],
  input: Type.Object({ ids: Type.Array(Id, { minItems: 1 }) }),
  logged: true,
})

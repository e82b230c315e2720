import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ConnectionFields, DIALLING_MS, HostKey, SERVER_SYSTEMS } from './server.ts'
import { ById, Id, listOf, Timestamp } from './shapes.ts'

/** What is looked at on each machine on the way, and then on the server itself, in this order. */
export const DIAGNOSIS_STEPS = ['name', 'tcp', 'hostKey', 'auth', 'shell', 'sftp', 'rsync'] as const

/** `warned` works, but something people will miss does not; `skipped` was never come to. */
export const DIAGNOSIS_STATES = ['waiting', 'running', 'passed', 'warned', 'failed', 'skipped'] as const

/** One step of a diagnosis. */
export const DiagnosisStep = Type.Object({
  /** Which machine on the way, from 0; the last one is the server. */
  hop: Type.Integer(),
  /** `host:port`. */
  address: Type.String(),
  kind: Type.Enum([...DIAGNOSIS_STEPS]),
  state: Type.Enum([...DIAGNOSIS_STATES]),
  ms: Type.Integer(),
  /** What was found: addresses, the key, the user, a version. */
  detail: Type.String(),
  /** What went wrong, as a word that pages explain; "" when nothing did. */
  failure: Type.String(),
  /** The same as a sentence that says what to do. */
  message: Type.String(),
})
export type DiagnosisStep = Static<typeof DiagnosisStep>

/** How far a connection comes, step by step. */
export const Diagnosis = Type.Object({
  /** Nothing failed; there may be warnings. */
  isReachable: Type.Boolean(),
  steps: Type.Array(DiagnosisStep),
  /** In the order of the way, as far as it came. */
  hostKeys: Type.Array(HostKey),
  /** As `osInfo` of a server; "" when it did not tell. */
  osInfo: Type.String(),
  /** Set when a host showed another key than the pinned one, which is where everything stops. */
  changedHostKey: Type.Union([
    Type.Null(),
    Type.Object({ host: Type.String(), port: Type.Integer(), known: Type.String(), presented: Type.String() }),
  ]),
})
export type Diagnosis = Static<typeof Diagnosis>

/** Names the run in frames of the websocket that tell each step at once; without it there are none. */
const RunId = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }))

/** Tries the given values step by step; what fails is told in the answer, not as an error. */
export const ServerDiagnose = endpoint({
  method: 'POST',
  path: '/server/diagnose',
  access: [Permission.AddServer, Permission.EditServer],
  input: Type.Object({ ...ConnectionFields, os: Type.Optional(Type.Enum(SERVER_SYSTEMS)), runId: RunId }),
  output: Diagnosis,
  logged: true,
  timeoutMs: 2 * DIALLING_MS,
})

/** The same for a stored server, disabled ones included; what it runs is stored anew. */
export const ServerDiagnoseStored = endpoint({
  method: 'POST',
  path: '/server/diagnoseStored',
  access: [Permission.ShowServerPage],
  input: Type.Object({ id: Id, runId: RunId }),
  output: Diagnosis,
  logged: true,
  timeoutMs: 2 * DIALLING_MS,
})

/** How a host key came to be trusted, or stopped being the one that is shown. */
export const HostKeyEvent = Type.Object({
  /** `pinned` at the first connection, `changed` when another was shown, `accepted` by a person. */
  kind: Type.Enum(['pinned', 'changed', 'accepted']),
  algorithm: Type.String(),
  fingerprint: Type.String(),
  /** Who accepted it; "" where nobody was asked. */
  userName: Type.String(),
  insertTime: Timestamp,
})
export type HostKeyEvent = Static<typeof HostKeyEvent>

/** One machine on the way to a server with the key it is known by. */
export const HostKeyPlace = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  /** "" before the first connection. */
  algorithm: Type.String(),
  fingerprint: Type.String(),
  /** Another key that the host has shown since and nobody has accepted; "" when there is none. */
  presentedAlgorithm: Type.String(),
  presentedFingerprint: Type.String(),
  /** Newest first, at most a hundred. */
  events: Type.Array(HostKeyEvent),
})
export type HostKeyPlace = Static<typeof HostKeyPlace>

/** The machines on the way to a server, the server last, with the history of trust in their keys. */
export const ServerHostKeyList = endpoint({
  method: 'GET',
  path: '/server/getHostKeys',
  access: [Permission.ShowServerPage],
  input: ById,
  output: listOf(HostKeyPlace),
})

import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { endpoint } from './endpoint.ts'
import { CommitInfo } from './repository.ts'
import { DiagnosisStep } from './serverDiagnosis.ts'

/** The websocket of live messages, opened with `G-N-ID` and `userId` in the query (Specification 7). */
export const LiveSocket = endpoint({ method: 'GET', path: '/ws/connect', access: 'signed-in' })

/** What a frame is about. Frames go from the server to the page only. */
export const SocketType = { Project: 1, Monitor: 3, Reload: 100, Release: 101, Process: 102, Diagnosis: 110 } as const

/** How the deploy of a frame stands; 0 is not the 0 of `DeployState`. */
export const SocketProjectState = { Queued: 0, Deploying: 1, Success: 2, Failed: 3 } as const

/** A deploy moved on. */
export const SocketProjectMessage = Type.Object({
  projectId: Type.Integer(),
  projectName: Type.String(),
  state: Type.Enum(SocketProjectState),
  /** English name of the stage, or the error, which may span lines. */
  message: Type.String(),
  /** Queued: the new token. Success: the commit. Else null. */
  ext: Type.Union([Type.Null(), Type.Object({ lastPublishToken: Type.String() }), CommitInfo]),
  /** This and what follows is absent when the server is one that does not send it. */
  namespaceId: Type.Optional(Type.Integer()),
  /** Names the deploy. */
  token: Type.Optional(Type.String()),
  publisherName: Type.Optional(Type.String()),
  /** Unix milliseconds. */
  time: Type.Optional(Type.Integer()),
  /** How long the log of the deploy is now, in bytes: the page reads on from its own offset up to here. */
  offset: Type.Optional(Type.Integer()),
})
export type SocketProjectMessage = Static<typeof SocketProjectMessage>

/** A monitor sent a notice, or stands otherwise than before. */
export const SocketMonitorMessage = Type.Object({
  monitorId: Type.Integer(),
  /** What its last notice said. */
  errorContent: Type.String(),
  /** This and what follows is absent when the server is one that does not send it. */
  namespaceId: Type.Optional(Type.Integer()),
  /** A `MonitorHealth`. */
  health: Type.Optional(Type.String()),
  /** A `QuietReason`, "" when failures are told. */
  quiet: Type.Optional(Type.String()),
  /** Milliseconds the last check took. */
  latency: Type.Optional(Type.Integer()),
  /** When it was, Unix milliseconds. */
  time: Type.Optional(Type.Integer()),
})
export type SocketMonitorMessage = Static<typeof SocketMonitorMessage>

/** Your permissions changed, your session ended, the queue of deploys moved: load that again. */
export const SocketReloadMessage = Type.Object({ reason: Type.Enum(['permissions', 'session', 'queue']) })
export type SocketReloadMessage = Static<typeof SocketReloadMessage>

/** A version of an area was taken back; whoever runs it may want to load the page again. */
export const SocketReleaseMessage = Type.Object({
  remote: Type.String(),
  /** What was taken back. */
  version: Type.String(),
  /** What there is instead; "" when the area was turned off. */
  instead: Type.String(),
  /** Taken back by the rule about failures, not by a person. */
  isAutomatic: Type.Boolean(),
  /** A sentence for operators; "" for everybody else. */
  reason: Type.String(),
})
export type SocketReleaseMessage = Static<typeof SocketReleaseMessage>

/** A command that the reader runs on a server has said something. */
export const SocketProcessMessage = Type.Object({
  /** What the page that started it has called it. */
  runId: Type.String(),
  stream: Type.Enum(['stdout', 'stderr']),
  text: Type.String(),
  /** How much the stream has said before this text, in characters; absent when the server does not tell. */
  offset: Type.Optional(Type.Integer()),
})
export type SocketProcessMessage = Static<typeof SocketProcessMessage>

/** A diagnosis that the reader has started came a step further. */
export const SocketDiagnosisMessage = Type.Object({
  /** What the page that started it has called it. */
  runId: Type.String(),
  /** Place of the step among all of the run. */
  index: Type.Integer(),
  step: DiagnosisStep,
})
export type SocketDiagnosisMessage = Static<typeof SocketDiagnosisMessage>

/** One text frame of the websocket, as JSON. */
export const SocketFrame = Type.Union([
  Type.Object({ type: Type.Literal(SocketType.Project), message: SocketProjectMessage }),
  Type.Object({ type: Type.Literal(SocketType.Monitor), message: SocketMonitorMessage }),
  Type.Object({ type: Type.Literal(SocketType.Reload), message: SocketReloadMessage }),
  Type.Object({ type: Type.Literal(SocketType.Release), message: SocketReleaseMessage }),
  Type.Object({ type: Type.Literal(SocketType.Process), message: SocketProcessMessage }),
  Type.Object({ type: Type.Literal(SocketType.Diagnosis), message: SocketDiagnosisMessage }),
])
export type SocketFrame = Static<typeof SocketFrame>

/** The frame that a text holds; undefined for anything else, also for a type that is newer than this page. */
export function parseSocketFrame(text: string): SocketFrame | undefined {
  const value = parseJson(text)
  return Check(SocketFrame, value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Text that is no JSON is no frame either: the caller learns both the same way.
    return undefined
  }
}

import { State } from '@windlass/shared-kit/contract/enums'
import type { HostKey } from '@windlass/shared-kit/contract/server'
import type { Diagnosis, DiagnosisStep, HostKeyPlace } from '@windlass/shared-kit/contract/serverDiagnosis'
import { SocketType } from '@windlass/shared-kit/contract/socket'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { createLane } from '../../platform/lane.ts'
import { hopsOf, type SshTarget } from '../../platform/ssh/sshTarget.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { diagnose } from './diagnosis.ts'
import { createHostKeyStore } from './hostKey.store.ts'
import { readOsInfo } from './osInfo.ts'
import { type ConnectionInput, completeConnection, targetOf } from './serverInput.ts'
import { type ServerTools, UNKNOWN } from './serverTools.ts'

/** However many servers somebody has chosen, and whoever has: so many are tried at the same time. */
const DIAGNOSES_AT_ONCE = 16
const EVENTS_SHOWN = 100

/** How a diagnosis is run. */
export interface DiagnosisRun {
  /** What the page has called it; each step is then told to the caller's pages at once. */
  runId?: string | undefined
  signal: AbortSignal
}

/** The ways from a server's id, or from what a form holds, to a connection, and what is known about the way. */
export interface ServerConnections {
  /** Connects, looks and closes again. */
  check(caller: Caller, input: ConnectionInput): Promise<{ hostKeys: HostKey[]; osInfo: string }>
  /** Tries what a form holds, step by step. */
  diagnose(caller: Caller, input: ConnectionInput & { os?: string }, run: DiagnosisRun): Promise<Diagnosis>
  /** Tries a stored server, and stores what it runs. */
  diagnoseStored(caller: Caller, id: number, run: DiagnosisRun): Promise<Diagnosis>
  acceptHostKey(caller: Caller, place: { host: string; port: number }, fingerprint: string): Promise<void>
  /** The machines on the way to a server with their keys, and who came to trust them. */
  hostKeys(caller: Caller, id: number): Promise<HostKeyPlace[]>
  /**
   * The way to a server for work in a namespace: one of its own or a shared one, and enabled.
   * @throws AppError that does not tell a foreign server from one that does not exist
   */
  target(namespaceId: number, serverId: number): Promise<SshTarget>
  /** The ways to several servers, in the order of the ids. @throws AppError when one of them is not usable */
  targets(namespaceId: number, serverIds: readonly number[]): Promise<SshTarget[]>
  /** The names of those servers among the ids that a namespace may use, disabled ones included. */
  names(namespaceId: number, serverIds: readonly number[]): Promise<Map<number, string>>
}

/** Creates the ways to servers. */
export function serverConnections(tools: ServerTools): ServerConnections {
  const { store, opened } = tools
  const targets: ServerConnections['targets'] = async (namespaceId, ids) => {
    const rows = new Map((await store.findAll(namespaceId, ids)).map((row) => [row.id, row] as const))
    return ids.map((id) => {
      const row = rows.get(id)
      if (!row) throw failed(UNKNOWN)
      if (row.state !== State.Enabled) throw failed(`server ${row.name} is disabled; enable it first`)
      return opened(row)
    })
  }
  return {
    targets,
    names: async (namespaceId, ids) =>
      new Map((await store.findAll(namespaceId, ids)).map(({ id, name }) => [id, name] as const)),
    target: async (namespaceId, serverId) => {
      const [target] = await targets(namespaceId, [serverId])
      if (!target) throw failed(UNKNOWN)
      return target
    },
    ...checks(tools),
    ...trust(tools),
  }
}

function checks({ ssh, hub, store, require, inPlain, opened }: ServerTools) {
  const lane = createLane(DIAGNOSES_AT_ONCE)
  const run = (caller: Caller, target: SshTarget, { runId, signal }: DiagnosisRun) => {
    const listener = (index: number, step: DiagnosisStep) => {
      if (runId === undefined) return
      const audience = { namespaceId: caller.namespaceId, permissions: [], userIds: [caller.userId] }
      void hub.send(audience, { type: SocketType.Diagnosis, message: { runId, index, step } })
    }
    return lane.run(() => diagnose(target, { ssh, listener, signal }))
  }
  return {
    check: async (caller, input) => {
      const target = targetOf(await inPlain(caller, completeConnection(input)))
      const { client, hostKeys, end } = await ssh.connect(target)
      try {
        return { hostKeys, osInfo: await readOsInfo(client, target) }
      } finally {
        end()
      }
    },
    diagnose: async (caller, { os = '', ...input }, how) => {
      const plain = await inPlain(caller, completeConnection(input))
      return run(caller, targetOf(plain, { id: 0, name: '', os }), how)
    },
    diagnoseStored: async (caller, id, how) => {
      const result = await run(caller, opened(await require(caller.namespaceId, id)), how)
      if (result.osInfo !== '') await store.setOsInfo(caller.namespaceId, id, result.osInfo)
      return result
    },
  } satisfies Partial<ServerConnections>
}

function trust({ ssh, db, store, require, opened }: ServerTools) {
  const keys = createHostKeyStore(db)
  const placeOf = async ({ host, port }: { host: string; port: number }): Promise<HostKeyPlace> => {
    const known = await keys.find({ host, port })
    const blank = { algorithm: '', fingerprint: '', presentedAlgorithm: '', presentedFingerprint: '' }
    const events = await keys.events({ host, port }, EVENTS_SHOWN)
    return {
      ...{ host, port, ...(known ?? blank) },
      events: events.map((event) => ({
        ...event,
        kind: event.kind === 'changed' || event.kind === 'accepted' ? event.kind : 'pinned',
        insertTime: formatTimestamp(event.insertTime),
      })),
    }
  }
  return {
    acceptHostKey: async (caller, place, fingerprint) => {
      const namespaceIds = await store.namespacesAt(place.host, place.port)
      const isForeign = namespaceIds.length > 0 && !namespaceIds.some((id) => id === 0 || id === caller.namespaceId)
      if (isForeign && !caller.isSuperManager) throw failed(UNKNOWN)
      await ssh.hostKeys.accept(place, fingerprint, caller)
    },
    hostKeys: async ({ namespaceId }, id) => Promise.all(hopsOf(opened(await require(namespaceId, id))).map(placeOf)),
  } satisfies Partial<ServerConnections>
}

import { Permission } from '@windlass/shared-kit/contract'
import { TerminalSocket } from '@windlass/shared-kit/contract/terminal'
import { holds } from '../../platform/caller.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccessChange } from '../../platform/sockets.ts'
import type { ServerService } from '../server/server.service.ts'
import { lostAccess } from './sessionEnded.ts'
import type { TerminalSession } from './terminalSession.ts'

/** Whoever may not be at a session any more is gone within five seconds. */
const LOOK_MS = 3_000
const MINUTE_MS = 60_000
/** How long before the end somebody is told who has not typed. */
const WARNING_MS = 60_000

/** Looks after the sessions of this node: who may still have one, and for whom it has waited long enough. */
export interface SessionWatch {
  /** Looks at once at the sessions without a socket that a change concerns. */
  onAccessChange(change: AccessChange): void
  stop(): void
}

/** Whether the owner might still open it, asked for a session without a socket; the sockets are asked elsewhere. */
async function checkOwner(session: TerminalSession, access: Platform['access']): Promise<void> {
  const { caller, request } = session.owner
  try {
    const fresh = await access.readmit(caller, request, TerminalSocket)
    if (!holds(fresh, Permission.ShareTerminal)) session.unshare()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // He may have come back meanwhile, as somebody else who may.
    if (session.awayTime > 0) session.end(lostAccess(error))
  }
}

/** One look at each server, however many sessions are on it. */
async function checkServers(sessions: readonly TerminalSession[], servers: ServerService): Promise<void> {
  const places = Map.groupBy(sessions, ({ parts }) => `${parts.namespaceId} ${parts.server.id}`)
  for (const [place, there] of places) {
    const [namespaceId = 0, serverId = 0] = place.split(' ').map(Number)
    await servers.target(namespaceId, serverId).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      for (const session of there) session.end({ reason: 'server', message: error.message })
    })
  }
}

function checkTime(session: TerminalSession, now: number): void {
  const { graceMinutes, idleMinutes } = session.parts.limits
  const gone = session.shares.expire()
  if (gone.length > 0) session.showOut(gone, 'the terminal is not shared any more')
  if (session.awayTime > 0 && now - session.awayTime >= graceMinutes * MINUTE_MS) {
    session.end({ reason: 'grace', message: `nobody came back within ${graceMinutes} minutes` })
    return
  }
  if (idleMinutes === 0) return
  const endsInMs = session.typedTime + idleMinutes * MINUTE_MS - now
  if (endsInMs <= 0) session.end({ reason: 'idle', message: `nobody has typed for ${idleMinutes} minutes` })
  else if (endsInMs <= WARNING_MS) session.warn(endsInMs)
}

/**
 * Starts to look.
 * @param see is told each minute which sessions live
 */
export function watchSessions(
  { access, log }: Pick<Platform, 'access' | 'log'>,
  sessions: () => TerminalSession[],
  { servers, see }: { servers: ServerService; see(ids: readonly number[]): Promise<void> },
): SessionWatch {
  let seenTime = 0
  let isLooking = false
  const lookAtAway = async (isMeant: (session: TerminalSession) => boolean) => {
    for (const session of sessions()) if (session.awayTime > 0 && isMeant(session)) await checkOwner(session, access)
  }
  const look = async () => {
    const now = Date.now()
    for (const session of sessions()) checkTime(session, now)
    await lookAtAway(() => true)
    await checkServers(sessions(), servers)
    if (now - seenTime < MINUTE_MS) return
    seenTime = now
    await see(sessions().map(({ parts }) => parts.recordId))
  }
  const onError = (error: unknown) => log.error({ err: error }, 'cannot look after the terminals')
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch(onError)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  timer.unref()
  return {
    stop: () => clearInterval(timer),
    onAccessChange: ({ userId, keepSession }) => {
      const isMeant = ({ ownerId, owner }: TerminalSession) =>
        (userId === undefined || ownerId === userId) && !(keepSession && owner.caller.sessionId === keepSession)
      lookAtAway(isMeant).catch(onError)
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createOutputRing, RING_BYTES } from './outputRing.ts'
import type { RecordFolder } from './recordFolder.ts'
import { type Recording, type RecordingOptions, startRecording } from './recording.ts'
import type { Size } from './screenMessages.ts'
import type { Screens } from './screens.ts'
import { SessionEnded } from './sessionEnded.ts'
import { openShell, type Shell } from './shell.ts'
import type { TerminalLogStore } from './terminalLog.store.ts'
import { type SessionEnd, TerminalSession } from './terminalSession.ts'

const MIB = 1024 * 1024

/** What a session is started with. */
export interface StartTools {
  platform: Pick<Platform, 'env' | 'log' | 'ssh'>
  screens: Screens
  folder: RecordFolder
  rows: TerminalLogStore
}

export interface StartOptions {
  connection: SocketConnection
  target: SshTarget
  size: Size
  isNegotiated: boolean
  signal: AbortSignal
  onEnd(session: TerminalSession, end: SessionEnd): Promise<void>
}

const addressOf = ({ caller, request }: SocketConnection): string => {
  const { remoteAddress } = caller
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  return `${host}:${request.socket.remotePort ?? 0}`
}

type RecordOptions = Pick<RecordingOptions, 'size' | 'term' | 'startTime' | 'onFail' | 'onDrain'> & { recordId: number }

/** @throws SessionEnded when there must be a recording and there can be none */
async function record(
  { platform, folder }: StartTools,
  { recordId, ...options }: RecordOptions,
): Promise<Recording | undefined> {
  const { env, log } = platform
  if (env.TERMINAL_RECORD === 'off') return undefined
  try {
    await folder.prepare()
    return await startRecording({
      ...options,
      file: folder.file(recordId),
      limitBytes: env.TERMINAL_RECORD_MIB * MIB,
    })
  } catch (error) {
    log.error({ err: error, recordId }, 'cannot record a terminal')
    if (env.TERMINAL_RECORD !== 'required') return undefined
    throw new SessionEnded(
      'failed',
      'terminals must be recorded here, and this one cannot be: see the log of the console',
    )
  }
}

/** What the session does when its recording fails in the middle. */
const recordEvents = ({ env, log }: StartTools['platform'], session: () => TerminalSession | undefined) => ({
  onDrain: () => session()?.regulate(),
  onFail: (error: Error) => {
    log.error({ err: error }, 'cannot go on recording a terminal')
    if (env.TERMINAL_RECORD !== 'required') return
    session()?.end({ reason: 'failed', message: 'terminals must be recorded here, and this one cannot be any more' })
  },
})

async function assemble(tools: StartTools, options: StartOptions, shell: Shell, term: string) {
  const { platform, screens, rows } = tools
  const { connection, target, size, onEnd } = options
  const { caller } = connection
  const startTime = Date.now()
  const recordId = await rows.add({
    namespaceId: caller.namespaceId,
    userId: caller.userId,
    serverId: target.serverId,
    remoteAddr: addressOf(connection),
    userAgent: caller.userAgent,
    startTime,
  })
  let session: TerminalSession | undefined
  const events = recordEvents(platform, () => session)
  const recording = await record(tools, { recordId, size, term, startTime, ...events }).catch(
    async (error: unknown) => {
      await rows.end(recordId, Date.now(), 'failed')
      throw error
    },
  )
  const ring = createOutputRing()
  const { TERMINAL_GRACE_MINUTES: graceMinutes, TERMINAL_IDLE_MINUTES: idleMinutes } = platform.env
  const made: TerminalSession = new TerminalSession({
    ...{ id: randomUUID(), recordId, startTime, size, shell, ring, recording },
    namespaceId: caller.namespaceId,
    server: { id: target.serverId, name: target.name },
    screen: screens.open(ring, RING_BYTES, size),
    limits: { graceMinutes, idleMinutes },
    owner: connection,
    onEnd: (end) => void onEnd(made, end),
  })
  session = made
  return made
}

/**
 * Opens a shell on a server and everything around it; the shell says nothing before `session.start()`.
 * @throws AppError that says what went wrong
 */
export async function startSession(tools: StartTools, options: StartOptions): Promise<TerminalSession> {
  const { target, size, isNegotiated, signal } = options
  // What old clients expect is the plain one; ours knows colours.
  const term = isNegotiated ? 'xterm-256color' : 'xterm'
  const shell = await openShell(tools.platform.ssh, target, { size, term, signal })
  try {
    const session = await assemble(tools, options, shell, term)
    if (!signal.aborted) return session
    session.end({ reason: 'closed', message: 'the connection was closed' })
    throw signal.reason
  } catch (error) {
    shell.end()
    throw error
  }
}

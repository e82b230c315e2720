import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  kindOfMode,
  modeText,
  SFTP_ENTRIES_LIMIT,
  type SftpFrame,
  SftpQuestion,
  type SftpRow,
  SftpSocket,
} from '@windlass/shared-kit/contract/sftpListing'
import { Check } from 'typebox/value'
import { type Caller, holds } from '../../platform/caller.ts'
import { closeReason } from '../../platform/closeReason.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import type { SftpWay } from '../../platform/sftp/sftpPool.ts'
import type { SocketConnection } from '../../platform/sockets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { type ListingPart, listFolder } from './listing.ts'
import { requirePath } from './remotePath.ts'
import { reasonOf, type SftpDoor } from './sftpDoor.ts'

const INBOUND_LIMIT = 10_240
const SOCKETS_PER_USER = 50
/** Listings of one socket that run at once; further ones are refused. */
const QUESTIONS_AT_ONCE = 16
const FRAME_ROWS = 2000
/** A reader who is this far behind is waited for. */
const BACKLOG = 4 * 1024 * 1024
const BACKLOG_PAUSE_MS = 20
const CLOSE_NORMAL = 1000

interface Page {
  connection: SocketConnection
  serverId: number
}

const refusal = (error: unknown) =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: Code.Failed, message: 'the server could not do this; try again' }

const caughtUp = async ({ socket }: SocketConnection): Promise<void> => {
  while (socket.bufferedAmount > BACKLOG && socket.readyState === socket.OPEN) {
    await new Promise((resolve) => setTimeout(resolve, BACKLOG_PAUSE_MS))
  }
}

const merge = (one: ListingPart, other: ListingPart): ListingPart => ({
  rows: [...one.rows, ...other.rows],
  owners: { ...one.owners, ...other.owners },
  groups: { ...one.groups, ...other.groups },
})

/** Sends a listing in frames that are neither many nor large. */
async function sendListing(
  { connection }: Page,
  sftp: SftpClient,
  { id, path, signal }: { id: number; path: string; signal: AbortSignal },
): Promise<void> {
  const send = (frame: SftpFrame) => connection.socket.send(JSON.stringify(frame))
  let waiting: ListingPart = { rows: [], owners: {}, groups: {} }
  let isFirst = true
  const flush = (isDone: boolean) => {
    send({ id, path, ...waiting, isDone })
    waiting = { rows: [], owners: {}, groups: {} }
    isFirst = false
  }
  for await (const part of listFolder(sftp, path)) {
    if (signal.aborted) return
    waiting = merge(waiting, part)
    // What is first seen comes at once; for the rest, frames of some size cost less.
    if (!isFirst && waiting.rows.length < FRAME_ROWS) continue
    flush(false)
    await caughtUp(connection)
  }
  flush(true)
}

/** For pages that ask with numbers: several folders at once, each in parts. */
function answerQuestions(door: SftpDoor, page: Page, log: Platform['log']): void {
  const { socket } = page.connection
  const running = new Map<number, AbortController>()
  const refuse = (id: number, error: unknown) => socket.send(JSON.stringify({ id, ...refusal(error) }))

  const list = async (id: number, path: string, asRoot: boolean, stop: AbortController) => {
    const place = { serverId: page.serverId, asRoot }
    const send = async (sftp: SftpClient) =>
      sendListing(page, sftp, { id, path: requirePath(path), signal: stop.signal })
    await door.run(page.connection.caller, place, { type: 'READ', path }, send, { signal: stop.signal })
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return
    const question = questionOf(data)
    if (!question) return socket.close(CLOSE_NORMAL, 'not understood')
    if ('cancel' in question) return running.get(question.id)?.abort(new AppError(Code.Failed, 'cancelled'))
    const { id, path, asRoot = false } = question
    if (running.has(id) || running.size >= QUESTIONS_AT_ONCE) {
      return refuse(id, new AppError(Code.Failed, 'too many folders are being listed; wait for one of them'))
    }
    const stop = new AbortController()
    running.set(id, stop)
    list(id, path, asRoot, stop)
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error }, 'cannot list a folder')
        refuse(id, error)
      })
      .finally(() => running.delete(id))
  })
  socket.on('close', () => {
    for (const stop of running.values()) stop.abort(new AppError(Code.Failed, 'the page was closed'))
  })
}

function questionOf(data: Buffer): SftpQuestion | undefined {
  try {
    const value: unknown = JSON.parse(data.toString())
    return Check(SftpQuestion, value) ? value : undefined
  } catch {
    // No JSON is no question: the caller ends the socket for both.
    return undefined
  }
}

const oldEntry = ([name, size, time, mode, , , target]: SftpRow) => {
  const kind = kindOfMode(mode)
  const entry = {
    ...{ name, size, mode: modeText(kind, mode & 0o7777), modTime: formatTimestamp(time * 1000) },
    isDir: kind === 'dir',
  }
  return target === undefined ? entry : { ...entry, isLink: true, target }
}

/** For older clients: a text is a path, each is answered by one envelope, in order. */
function answerPaths(door: SftpDoor, page: Page, hasLinks: boolean): void {
  const { socket } = page.connection
  let turn = Promise.resolve()
  const list = async (path: string) => {
    const rows: SftpRow[] = []
    await door.run(page.connection.caller, page, { type: 'READ', path }, async (sftp) => {
      for await (const part of listFolder(sftp, requirePath(path))) {
        for (const row of part.rows) if (hasLinks || row[6] === undefined) rows.push(row)
        if (rows.length > SFTP_ENTRIES_LIMIT) break
      }
    })
    const entries = rows.slice(0, SFTP_ENTRIES_LIMIT).map(oldEntry)
    const isCut = rows.length > SFTP_ENTRIES_LIMIT
    return {
      code: Code.Ok,
      message: '',
      data: entries.length === 0 ? null : entries,
      ...(isCut && { truncated: true }),
    }
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return
    const path = data.toString()
    turn = turn
      .then(() => list(path))
      .catch((error: unknown) => ({ ...refusal(error), data: null }))
      .then((answer) => socket.send(JSON.stringify(answer)))
  })
}

/** Tells the page who signs in and where he is at home, or why the socket is of no use. */
async function greet(door: SftpDoor, page: Page, way: SftpWay, caller: Caller): Promise<void> {
  const { socket } = page.connection
  try {
    const home = await door.pool.use(way, (sftp) => sftp.realpath('.'))
    const canRoot = holds(caller, Permission.SFTPAsRoot)
    socket.send(JSON.stringify({ type: 'ready', home, user: way.target.user, canRoot } satisfies SftpFrame))
  } catch (error) {
    socket.close(CLOSE_NORMAL, closeReason(reasonOf(error)))
  }
}

/** Mounts the socket that lists folders. */
export function mountListing({ sockets, log }: Platform, door: SftpDoor): void {
  sockets.mount(SftpSocket, {
    inboundLimit: INBOUND_LIMIT,
    perUser: SOCKETS_PER_USER,
    prepare: async (input, caller) => ({ ...input, way: await door.way(caller, { serverId: input.serverId }) }),
    open: (connection, { serverId, ctl, links, way }) => {
      const page = { connection, serverId }
      if (ctl !== 1) return answerPaths(door, page, links === 1)
      answerQuestions(door, page, log)
      void greet(door, page, way, connection.caller)
    },
  })
}

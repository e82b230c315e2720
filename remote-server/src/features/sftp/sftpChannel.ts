import { Code } from '@windlass/shared-kit/contract'
import { SftpSpace } from '@windlass/shared-kit/contract/sftp'
import {
  readSftpPart,
  SFTP_SOCKET_PATH,
  type SftpFile,
  type SftpFrame,
  type SftpNames,
  type SftpReady,
} from '@windlass/shared-kit/contract/sftpListing'
import { ApiError, call, socketAddress, TransportError } from '@windlass/shared-kit/http'

/** What a listing tells while it runs. */
export interface ListingListener {
  onPart: (part: { path: string; files: SftpFile[]; isDone: boolean }) => void
  onFail: (error: Error) => void
}

interface Question extends ListingListener {
  path: string
  asRoot: boolean
}

/** The one listing socket of a page to a server; it opens when something is asked and may close when nothing is. */
export interface SftpChannel {
  /** Answers the way to stop it. */
  list(path: string, asRoot: boolean, listener: ListingListener): () => void
  /** Who signs in there and where he is at home; undefined until the server has said so. */
  ready(): SftpReady | undefined
  onReady(listener: () => void): () => void
  close(): void
}

/** What was asked over a socket and is not answered, and what it has told about the server. */
function createBook() {
  const questions = new Map<number, Question>()
  const names: SftpNames = { owners: new Map(), groups: new Map() }
  const listeners = new Set<() => void>()
  let ready: SftpReady | undefined
  return {
    questions,
    listeners,
    ready: () => ready,
    failAll: (error: Error) => {
      const waiting = [...questions.values()]
      questions.clear()
      for (const { onFail } of waiting) onFail(error)
    },
    read: (frame: SftpFrame) => {
      if ('type' in frame) {
        ready = frame
        for (const listener of listeners) listener()
        return
      }
      const question = questions.get(frame.id)
      if ('code' in frame) {
        questions.delete(frame.id)
        return question?.onFail(new ApiError(frame.code, frame.message, ''))
      }
      if (frame.isDone) questions.delete(frame.id)
      // Also of a listing nobody waits for any more: names of owners are told only once.
      const files = readSftpPart(frame, names)
      question?.onPart({ path: frame.path, files, isDone: frame.isDone })
    },
  }
}

/** The channel of one server. */
export function openChannel(serverId: number): SftpChannel {
  const book = createBook()
  const { questions, listeners } = book
  let socket: WebSocket | undefined
  let lastId = 0

  const open = () => {
    const opened = new WebSocket(socketAddress(SFTP_SOCKET_PATH, { serverId, ctl: 1 }))
    let isOpened = false
    opened.addEventListener('open', () => {
      isOpened = true
      for (const [id, { path, asRoot }] of questions) ask(opened, id, path, asRoot)
    })
    // Written by our server only, in the shape of the contract.
    opened.addEventListener('message', ({ data }) => book.read(JSON.parse(String(data)) as SftpFrame))
    opened.addEventListener('close', (event) => {
      if (socket !== opened) return
      socket = undefined
      if (questions.size > 0) void reasonOf(serverId, isOpened, event).then(book.failAll)
    })
    return opened
  }

  return {
    list: (path, asRoot, listener) => {
      lastId += 1
      const id = lastId
      questions.set(id, { path, asRoot, ...listener })
      socket ??= open()
      if (socket.readyState === WebSocket.OPEN) ask(socket, id, path, asRoot)
      return () => {
        if (questions.delete(id) && socket?.readyState === WebSocket.OPEN) {
          socket.send(JSON.stringify({ id, cancel: true }))
        }
      }
    },
    ready: book.ready,
    onReady: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      const closing = socket
      socket = undefined
      questions.clear()
      closing?.close()
    },
  }
}

const ask = (socket: WebSocket, id: number, path: string, asRoot: boolean) =>
  socket.send(JSON.stringify({ id, path, ...(asRoot && { asRoot }) }))

/** 1008: session, namespace or permission are gone. */
const CLOSE_POLICY = 1008

/** Why a socket ended. A browser tells nothing about one that was refused, so the same is asked in another way. */
async function reasonOf(serverId: number, wasOpen: boolean, { code, reason }: CloseEvent): Promise<Error> {
  if (code === CLOSE_POLICY) return new ApiError(Code.Denied, reason, '')
  if (reason !== '') return new ApiError(Code.Failed, reason, '')
  const lost = new TransportError('network', 'The connection was lost')
  if (wasOpen) return lost
  return call(SftpSpace, { serverId, dir: '/' }, { quiet: true, timeoutMs: 15_000 }).then(
    () => lost,
    (error: unknown) => (error instanceof Error ? error : lost),
  )
}

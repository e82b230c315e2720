import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { OutputRing } from './outputRing.ts'
import type { Drawing, ScreenAnswer, ScreenOrder, Size } from './screenMessages.ts'

/** Not more than this is on its way to the worker; what it cannot follow it skips. */
const WINDOW_BYTES = 1024 * 1024
const PIECE_BYTES = 128 * 1024
/** A screen is kept as soon as the ring is about to lose output that it was drawn by, or was drawn by too many sizes. */
const KEPT_FROM = 0.75
const RESIZES = 200
const DRAW_MS = 10_000

/** What a session looks like, for who comes without having seen it all. */
export interface Screen {
  /** To be called when the ring got more. */
  feed(): void
  resize(size: Size): void
  /** The screen as of the offset. @throws Error when the worker does not answer */
  draw(): Promise<Drawing & { offset: number }>
  close(): void
}

/** The screens of all sessions of this node, in one worker that is started when it is first needed. */
export interface Screens {
  open(ring: OutputRing, limit: number, size: Size): Screen
  stop(): Promise<void>
}

interface Kept {
  id: number
  ring: OutputRing
  limit: number
  size: Size
  /** The worker has it. As long as the ring holds everything, the screen can be drawn when somebody asks for it. */
  isKept: boolean
  fed: number
  read: number
  /** Sizes that the worker does not know yet, each from an offset on. */
  resizes: { at: number; size: Size }[]
}

interface Request {
  resolve(drawing: Drawing): void
  reject(error: Error): void
}

/** The thread with its requests; gone and started anew when it breaks. */
class Thread {
  readonly kept = new Map<number, Kept>()
  readonly #requests = new Map<number, Request>()
  readonly #log: Logger
  #worker: Worker | undefined
  #serial = 0

  constructor(log: Logger) {
    this.#log = log
  }

  post(order: ScreenOrder): void {
    const transfer = order.type === 'write' ? [order.bytes.buffer as ArrayBuffer] : []
    this.#running().postMessage(order, transfer)
  }

  draw(id: number): Promise<Drawing> {
    const request = ++this.#serial
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#requests.get(request)?.reject(new Error('took too long')), DRAW_MS)
      const settle = () => {
        clearTimeout(timer)
        this.#requests.delete(request)
      }
      this.#requests.set(request, {
        resolve: (drawing) => {
          settle()
          resolve(drawing)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      })
      this.post({ type: 'draw', id, request })
    })
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('screenWorker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: ScreenAnswer) => this.#take(answer))
    worker.on('error', (error) => this.#log.error({ err: error }, 'the screens of the terminals broke'))
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#forget()
    })
    this.#worker = worker
    return worker
  }

  #take(answer: ScreenAnswer): void {
    if (answer.type === 'drawn') {
      this.#requests.get(answer.request)?.resolve(answer.drawing)
      return
    }
    const screen = this.kept.get(answer.id)
    if (!screen) return
    screen.read = answer.upTo
    feed(this, screen)
  }

  /** Screens begin again with what the rings still hold. */
  #forget(): void {
    for (const request of this.#requests.values()) request.reject(new Error('the worker ended'))
    for (const screen of this.kept.values()) {
      screen.isKept = false
      screen.fed = screen.ring.start
      screen.read = screen.fed
      screen.resizes = [{ at: screen.fed, size: screen.size }]
    }
  }
}

/** Tells the worker the sizes that hold from here on, and answers where the next one begins. */
function passResizes(thread: Thread, screen: Kept): number {
  for (;;) {
    const [next] = screen.resizes
    if (!next || next.at > screen.fed) return next?.at ?? Number.POSITIVE_INFINITY
    screen.resizes.shift()
    thread.post({ type: 'resize', id: screen.id, ...next.size })
  }
}

function feed(thread: Thread, screen: Kept, window = WINDOW_BYTES): void {
  const { ring, id } = screen
  if (!screen.isKept) return
  for (;;) {
    screen.fed = Math.max(screen.fed, ring.start)
    const boundary = passResizes(thread, screen)
    if (screen.fed >= ring.end || screen.fed - screen.read >= window) return
    const bytes = ring.read(screen.fed, Math.min(PIECE_BYTES, boundary - screen.fed))
    screen.fed += bytes.length
    thread.post({ type: 'write', id, bytes, upTo: screen.fed })
  }
}

function keep(thread: Thread, screen: Kept): void {
  if (screen.isKept) return
  screen.isKept = true
  const size = screen.resizes.shift()?.size ?? screen.size
  thread.post({ type: 'open', id: screen.id, ...size })
}

/** @param log is told when the worker breaks */
export function createScreens(log: Logger): Screens {
  const thread = new Thread(log)
  let serial = 0
  return {
    stop: () => thread.stop(),
    open: (ring, limit, size) => {
      const id = ++serial
      const screen: Kept = { id, ring, limit, size, isKept: false, fed: 0, read: 0, resizes: [{ at: 0, size }] }
      thread.kept.set(id, screen)
      return {
        feed: () => {
          if (!screen.isKept && (ring.end > limit * KEPT_FROM || screen.resizes.length > RESIZES)) keep(thread, screen)
          feed(thread, screen)
        },
        resize: (size) => {
          screen.size = size
          screen.resizes.push({ at: ring.end, size })
          feed(thread, screen)
        },
        draw: async () => {
          keep(thread, screen)
          feed(thread, screen, Number.POSITIVE_INFINITY)
          const offset = screen.fed
          return { ...(await thread.draw(id)), offset }
        },
        close: () => {
          thread.kept.delete(id)
          if (screen.isKept) thread.post({ type: 'close', id })
        },
      }
    },
  }
}

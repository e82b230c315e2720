import { TERMINAL_WINDOW_BYTES } from '@windlass/shared-kit/contract/terminal'
import type { Seat } from './seat.ts'

/** Reading goes on when the slowest has caught up so far; in between, nothing changes. */
const RESUME_BYTES = TERMINAL_WINDOW_BYTES / 2
/** A recording must be whole, so the shell waits for a slow disk too. */
const DISK_BYTES = 4 * 1024 * 1024
/** What a shell may print in a second while nobody looks on; a forgotten `yes` shall not cost the node a processor. */
const ALONE_BYTES = 4 * 1024 * 1024
const SECOND_MS = 1000

/** What a shell is held back and let go by. */
export interface PaceOptions {
  seats: ReadonlySet<Seat>
  backlog(): number
  pause(): void
  resume(): void
}

/** Reads from a shell as fast as its readers read, and no faster. */
export class Pace {
  readonly #options: PaceOptions
  #isPaused = false
  #timer: NodeJS.Timeout | undefined
  #second = 0
  #bytes = 0

  constructor(options: PaceOptions) {
    this.#options = options
  }

  /** So much was read. */
  count(bytes: number): void {
    const second = Math.floor(Date.now() / SECOND_MS)
    this.#bytes = (second === this.#second ? this.#bytes : 0) + bytes
    this.#second = second
    this.regulate()
  }

  /** Looks again whether to read on; to be called whenever a reader has read or has left. */
  regulate(): void {
    const { seats, backlog, pause, resume } = this.#options
    const limit = this.#isPaused ? RESUME_BYTES : TERMINAL_WINDOW_BYTES
    const isReaderBehind = [...seats].some((seat) => seat.unread >= limit && seat.slows)
    const isPausing = isReaderBehind || backlog() > DISK_BYTES || this.#isRunningWild()
    if (isPausing !== this.#isPaused) {
      this.#isPaused = isPausing
      if (isPausing) pause()
      else resume()
    }
    clearTimeout(this.#timer)
    // A reader may be stuck, and seconds pass: neither says so by itself.
    this.#timer = isPausing ? setTimeout(() => this.regulate(), SECOND_MS / 2) : undefined
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #isRunningWild(): boolean {
    const isNow = Math.floor(Date.now() / SECOND_MS) === this.#second
    return this.#options.seats.size === 0 && isNow && this.#bytes > ALONE_BYTES
  }
}

import type { WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createUtf8Reader } from '../../platform/ssh/utf8Reader.ts'
import type { Size } from './screenMessages.ts'

/** Output that comes in one go is one event. */
const GATHER_MS = 15
const GATHER_CHARS = 64 * 1024
const SECOND_MS = 1000

/** What is printed in a session, as a file in the format asciicast v2. */
export interface Recording {
  write(chunk: Buffer): void
  resize(size: Size): void
  /** Bytes that the disk has not taken yet. */
  readonly backlog: number
  /** Writes what is left; the promise never rejects, because what failed was told to `onFail`. */
  end(): Promise<void>
}

export interface RecordingOptions {
  file: string
  size: Size
  /** TERM of the session. */
  term: string
  startTime: number
  /** Nothing is written beyond; a mark in the file says so. */
  limitBytes: number
  /** `wx` when absent: a new file. */
  flags?: 'wx' | 'w'
  /** The disk takes no more; the recording is as long as it is. */
  onFail(error: Error): void
  /** The disk has taken what was waiting. */
  onDrain(): void
}

/** Two names for the start, because old players know the first only and the format the second. */
const headerOf = ({ size, term, startTime }: RecordingOptions) => {
  const seconds = Math.floor(startTime / SECOND_MS)
  const env = { SHELL: '/bin/bash', TERM: term }
  return { title: '', version: 2, height: size.rows, width: size.cols, env, Timestamp: seconds, timestamp: seconds }
}

class CastFile implements Recording {
  readonly #stream: WriteStream
  readonly #options: RecordingOptions
  readonly #reader = createUtf8Reader(0)
  #bytes = 0
  /** Nothing more is written: the limit was reached, the disk is full, or it is the end. */
  #isClosed = false
  #gathered = ''
  #gatheredTime = 0
  #timer: NodeJS.Timeout | undefined

  constructor(stream: WriteStream, options: RecordingOptions) {
    this.#stream = stream
    this.#options = options
    stream.on('drain', options.onDrain)
    stream.on('error', (error) => {
      this.#isClosed = true
      options.onFail(error)
    })
    this.#line(headerOf(options))
  }

  get backlog(): number {
    return this.#stream.writableLength
  }

  write(chunk: Buffer): void {
    if (this.#isClosed) return
    if (this.#gathered === '') this.#gatheredTime = Date.now()
    this.#gathered += this.#reader.read(chunk)
    if (this.#gathered.length >= GATHER_CHARS) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS)
  }

  resize({ rows, cols }: Size): void {
    this.#flush()
    this.#event(Date.now(), 'r', `${cols}x${rows}`)
  }

  async end(): Promise<void> {
    this.#gathered += this.#reader.end()
    this.#flush()
    this.#isClosed = true
    if (this.#stream.closed) return
    await new Promise<void>((resolve) => {
      this.#stream.once('close', resolve)
      this.#stream.end()
    })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#gathered
    this.#gathered = ''
    if (text !== '') this.#event(this.#gatheredTime, 'o', text)
  }

  #event(time: number, code: string, data: string): void {
    const seconds = Math.max(0, time - this.#options.startTime) / SECOND_MS
    this.#line([seconds, code, data])
  }

  #line(value: unknown): void {
    if (this.#isClosed) return
    const line = `${JSON.stringify(value)}\n`
    const length = Buffer.byteLength(line)
    if (this.#bytes + length <= this.#options.limitBytes) {
      this.#bytes += length
      this.#stream.write(line)
      return
    }
    this.#isClosed = true
    const seconds = (Date.now() - this.#options.startTime) / SECOND_MS
    const why = `the recording ends here: it has reached ${this.#options.limitBytes} bytes`
    this.#stream.write(`${JSON.stringify([seconds, 'm', why])}\n`)
  }
}

/**
 * Begins a recording.
 * @throws Error when the file cannot be made
 */
export async function startRecording(options: RecordingOptions): Promise<Recording> {
  const handle = await open(options.file, options.flags ?? 'wx', 0o600)
  return new CastFile(handle.createWriteStream(), options)
}

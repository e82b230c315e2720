import { StringDecoder } from 'node:string_decoder'
import type { DeployStage } from '@windlass/shared-kit/contract/deploy'
import { createMasker } from '../../platform/masker.ts'
import type { LogLine, PublishLogStore } from './publishLog.store.ts'

/** Where output comes from; server 0 is the console's own machine. */
export interface LogSource {
  stage: DeployStage
  serverId: number
  serverName: string
}

/** Takes the raw output of a program. */
export interface OutputSink {
  take(chunk: Uint8Array, stream: 'out' | 'err', at?: number): void
  end(): void
}

/** The append-only log of one deploy. */
export interface DeployLog {
  /** Something the console itself says. */
  info(source: LogSource, text: string): void
  /**
   * A sink for output of one program: undecodable bytes become replacement characters, secrets are masked.
   * @param onText gets the same text
   */
  sink(source: LogSource, onText?: (text: string) => void): OutputSink
  /** Names what must not be seen from here on. */
  addSecrets(secrets: readonly string[]): void
  /** How long the log is, in bytes, as far as it is stored. */
  offset(): number
  /** Waits until everything so far is stored. */
  flush(): Promise<void>
  /** Stores the rest; nothing is taken afterwards. */
  close(): Promise<void>
}

export interface DeployLogOptions {
  store: PublishLogStore
  token: string
  /** Is called after something was stored. */
  onStored: (offset: number) => void
  onError: (error: unknown) => void
}

const BATCH_MS = 100
const BATCH_BYTES = 16 * 1024
const ENTRY_CHARS = 8 * 1024
/** Readers get whole pieces out of the database, so a program that says much at once must not make a piece of it all. */
const PIECE_CHARS = 64 * 1024
/** What programs may write in one deploy; the console's own lines always fit. */
const OUTPUT_LIMIT = 20 * 1024 * 1024
const OUTPUT_CUT = 'output cut: this deploy has written more than 20 MiB'

/** Entries that wait to be stored; what belongs together is joined. */
function createBatch() {
  let lines: LogLine[] = []
  let size = 0
  return {
    add: (line: LogLine) => {
      const last = lines.at(-1)
      const isSame =
        last !== undefined &&
        line.stream !== 'info' &&
        last.stream === line.stream &&
        last.serverId === line.serverId &&
        last.stage === line.stage &&
        last.text.length + line.text.length <= ENTRY_CHARS
      if (isSame) {
        last.text += line.text
        if (line.at !== undefined) last.at = line.at
      } else lines.push(line)
      size += line.text.length
      return size
    },
    take: () => {
      const taken = lines
      lines = []
      size = 0
      return taken
    },
  }
}

/** The stored form of lines, in pieces. */
function piecesOf(lines: readonly LogLine[]): string[] {
  const pieces: string[] = []
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    const last = pieces.at(-1)
    if (last !== undefined && last.length + text.length <= PIECE_CHARS) pieces[pieces.length - 1] = last + text
    else pieces.push(text)
  }
  return pieces
}

const WRITE_TRIES = 3
const TRY_AGAIN_MS = 500

/** A database that is busy or fails over for a moment must not cost the log a piece. */
async function persist<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store()
    } catch (error) {
      if (attempt === WRITE_TRIES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
  }
}

type Show = (stream: 'out' | 'err', text: string, at?: number) => void

/** Decodes and masks the two streams of one program. */
function createSink(known: readonly string[], show: Show): OutputSink {
  const streams = (['out', 'err'] as const).map(
    (name) => [name, { decoder: new StringDecoder('utf8'), masker: createMasker(known) }] as const,
  )
  const byName = new Map(streams)
  return {
    take: (chunk, stream, at) => {
      const parts = byName.get(stream)
      if (parts) show(stream, parts.masker.push(parts.decoder.write(Buffer.from(chunk))), at)
    },
    end: () => {
      for (const [stream, { decoder, masker }] of streams) show(stream, masker.push(decoder.end()) + masker.end())
    },
  }
}

/** Opens the log of a deploy and goes on where it ended, should there be something already. */
export async function openDeployLog({ store, token, onStored, onError }: DeployLogOptions): Promise<DeployLog> {
  let position = await store.end(token)
  let room = OUTPUT_LIMIT - position
  const secrets = new Set<string>()
  const batch = createBatch()
  let chain = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    const lines = batch.take()
    if (lines.length === 0) return
    const pieces = piecesOf(lines)
    position = await persist(() => store.append(token, position, pieces))
    onStored(position)
  }
  /** One write at a time; what cannot be stored is reported and does not fail the deploy. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    chain = chain.then(write).catch(onError)
    return chain
  }
  const later = () => {
    timer ??= setTimeout(() => void flush(), BATCH_MS)
  }
  const add = (source: LogSource, stream: LogLine['stream'], text: string, at?: number) => {
    for (let start = 0; start < text.length; start += ENTRY_CHARS) {
      const isLast = start + ENTRY_CHARS >= text.length
      const place = isLast && at !== undefined ? { at } : {}
      const part = text.slice(start, start + ENTRY_CHARS)
      const size = batch.add({ time: Date.now(), ...source, stream, text: part, ...place })
      if (size >= BATCH_BYTES && timer === undefined) timer = setTimeout(() => void flush(), 0)
    }
    later()
  }
  const addOutput = (source: LogSource, stream: LogLine['stream'], text: string, at?: number) => {
    if (text === '' || room <= 0) return
    room -= Buffer.byteLength(text)
    add(source, stream, text, at)
    if (room <= 0) add(source, 'info', `${OUTPUT_CUT}\n`)
  }

  return {
    info: (source, text) => add(source, 'info', `${text}\n`),
    addSecrets: (more) => {
      for (const secret of more) secrets.add(secret)
    },
    sink: (source, onText) =>
      createSink([...secrets], (stream, text, at) => {
        onText?.(text)
        addOutput(source, stream, text, at)
      }),
    offset: () => position,
    flush,
    close: flush,
  }
}

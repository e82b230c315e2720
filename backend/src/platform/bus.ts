import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './db.ts'

const CHANNEL = 'windlass'
/** PostgreSQL refuses a notification of 8000 bytes or more. */
const PAYLOAD_LIMIT = 7_900
const RECONNECT_MS = 1_000

/** Tells every node (this one included) that something happened. Send ids and short facts, never documents. */
export interface Bus {
  publish(topic: string, message: unknown): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe<T>(topic: string, listener: (message: T) => void): () => void
  close(): Promise<void>
}

type Emit = (topic: string, message: unknown) => void

function localBus() {
  const events = new EventEmitter().setMaxListeners(0)
  return {
    emit: ((topic, message) => events.emit(topic, message)) satisfies Emit,
    subscribe: <T>(topic: string, listener: (message: T) => void) => {
      events.on(topic, listener)
      return () => events.off(topic, listener)
    },
  }
}

/** Listens on a connection of its own and gets a new one when it is lost. */
function listen(pool: pg.Pool, emit: Emit, log: Logger) {
  let client: pg.PoolClient | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    const fresh = await pool.connect()
    client = fresh
    fresh.on('notification', ({ payload }) => {
      const { topic, message } = JSON.parse(payload ?? '{}') as { topic: string; message: unknown }
      emit(topic, message)
    })
    fresh.on('error', (error) => {
      if (isClosed) return
      log.warn({ err: error }, 'lost the notification connection, connecting again')
      fresh.release(error)
      retry()
    })
    await fresh.query(`listen ${CHANNEL}`)
  }

  const retry = () => {
    setTimeout(() => {
      if (isClosed) return
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen for notifications yet')
        retry()
      })
    }, RECONNECT_MS)
  }

  return {
    connect,
    close: () => {
      isClosed = true
      client?.release(true)
    },
  }
}

/** One interface, two engines: in-process with SQLite, LISTEN/NOTIFY with PostgreSQL. */
export async function createBus(database: Database, log: Logger): Promise<Bus> {
  const local = localBus()
  const { pool } = database
  if (!pool) {
    return {
      publish: async (topic, message) => {
        local.emit(topic, message)
      },
      subscribe: local.subscribe,
      close: async () => undefined,
    }
  }
  const listener = listen(pool, local.emit, log)
  await listener.connect()
  return {
    publish: async (topic, message) => {
      const payload = JSON.stringify({ topic, message })
      if (Buffer.byteLength(payload) > PAYLOAD_LIMIT)
        throw new Error(`message on ${topic} is too long for the bus: send ids`)
      await pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
    },
    subscribe: local.subscribe,
    close: async () => listener.close(),
  }
}

import type { Db } from '../db.ts'

/** A piece of work that was handed to this node. */
export interface Job<Data> {
  id: string
  data: Data
  /** 1 for the first try; more when an earlier node died over it, so that the handler looks what is already done. */
  attempt: number
}

export interface WorkOptions {
  /** Jobs of the queue that run at once on this node. */
  concurrency: number
}

/**
 * Durable background work. Within a queue, jobs of one key run one after another in the order they were sent;
 * different keys run side by side. A job is delivered again when its node dies, so handlers converge.
 */
export interface Jobs {
  /** Declares who does the work of a queue; call before `start`. A handler that throws is logged and not repeated. */
  work<Data extends object>(queue: string, options: WorkOptions, handler: (job: Job<Data>) => Promise<void>): void
  /** Hands work over; with `trx` it exists only if the caller's transaction commits. Answers the job's id. */
  send(queue: string, key: string, data: object, trx?: Db): Promise<string>
  /** Takes back a job that has not started. */
  cancel(queue: string, id: string): Promise<void>
  start(): Promise<void>
  /** Takes no new work and waits for what runs, at most this long; answers whether everything ended. */
  drain(ms: number): Promise<boolean>
  stop(): Promise<void>
}

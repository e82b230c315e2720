/** Moves what was written from the log of the database into its file, in a thread of its own: that waits for the disk. */
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { CheckpointOrder } from './checkpoints.ts'

const sqlite = new SqliteDatabase(String(workerData), { fileMustExist: true })
sqlite.pragma('synchronous = NORMAL')

parentPort?.on('message', (order: CheckpointOrder) => {
  if (order === 'checkpoint') {
    // Passive: neither readers nor writers wait for it.
    sqlite.pragma('wal_checkpoint(PASSIVE)')
    return
  }
  sqlite.close()
  parentPort?.close()
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

const MEMORY = 256 * 1024

/** A way from a child process to us. */
export interface Inlet {
  /** For the child as its output; to be destroyed here when it has it. */
  theirs: Socket
  /** Ends when the child has ended. */
  ours: Socket
  /** Hands on what arrives, in memory that is lent for the call only. */
  onBytes(take: (chunk: Buffer) => void): void
}

/**
 * Takes what a child process writes in one piece of memory, again and again. An ordinary pipe makes new memory for each
 * piece that it reads, and to clean up after a gigabyte of them takes longer than to move it.
 * @param folder where only we may write
 */
export async function openInlet(folder: string): Promise<Inlet> {
  const server = createServer({ pauseOnConnect: true })
  const address = path.join(folder, randomBytes(6).toString('hex'))
  try {
    server.listen(address)
    await once(server, 'listening')
    const accepted = once(server, 'connection')
    let take: ((chunk: Buffer) => void) | undefined
    const callback = (length: number, memory: Uint8Array) => {
      take?.(Buffer.from(memory.buffer, memory.byteOffset, length))
      return true
    }
    const ours = connect({ path: address, onread: { buffer: Buffer.allocUnsafeSlow(MEMORY), callback } })
    const [[theirs]] = (await Promise.all([accepted, once(ours, 'connect')])) as [[Socket], unknown]
    return {
      ...{ theirs, ours },
      onBytes: (taker) => {
        take = taker
      },
    }
  } finally {
    server.close()
  }
}

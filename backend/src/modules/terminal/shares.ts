import { randomBytes } from 'node:crypto'
import type { TerminalShared } from '@windlass/shared-kit/contract/terminal'
import { failed } from '../../platform/errors.ts'
import { lookupHash } from '../../platform/secrets.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

export type ShareMode = TerminalShared['mode']

const TICKET_BYTES = 32
const MOST_SHARES = 20
const MINUTE_MS = 60_000

interface Share {
  id: number
  mode: ShareMode
  endTime: number
  /** Shown out; the ticket lets them in no more. */
  barred: Set<number>
}

/** The ways for others into one session. Only the hash of a ticket is kept. */
export class Shares {
  readonly #byHash = new Map<string, Share>()
  /** By which share a person came. */
  readonly #guests = new Map<number, Share>()
  #serial = 0

  list(): TerminalShared[] {
    return [...this.#byHash.values()].map(({ id, mode, endTime }) => ({ id, mode, endTime: formatTimestamp(endTime) }))
  }

  add(mode: ShareMode, minutes: number): { id: number; ticket: string; endTime: string } {
    if (this.#byHash.size >= MOST_SHARES) throw failed('this terminal is shared often enough; end a share first')
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const share: Share = { id: ++this.#serial, mode, endTime: Date.now() + minutes * MINUTE_MS, barred: new Set() }
    this.#byHash.set(lookupHash(ticket), share)
    return { id: share.id, ticket, endTime: formatTimestamp(share.endTime) }
  }

  /** What a person may do here, by his ticket or because he came by one before; undefined is nothing. */
  admit(userId: number, ticket: string | undefined): ShareMode | undefined {
    this.expire()
    const share = ticket === undefined ? this.#guests.get(userId) : this.#byHash.get(lookupHash(ticket))
    if (!share || share.barred.has(userId)) return undefined
    this.#guests.set(userId, share)
    return share.mode
  }

  /** Ends one share, or all; answers who has to go. */
  remove(id?: number): number[] {
    return this.#drop((share) => id === undefined || share.id === id)
  }

  /** Ends what is over; answers who has to go. */
  expire(): number[] {
    const now = Date.now()
    return this.#drop(({ endTime }) => endTime <= now)
  }

  /** Keeps a person out of every share there is. */
  bar(userId: number): void {
    this.#guests.delete(userId)
    for (const share of this.#byHash.values()) share.barred.add(userId)
  }

  #drop(isMeant: (share: Share) => boolean): number[] {
    for (const [hash, share] of this.#byHash) if (isMeant(share)) this.#byHash.delete(hash)
    const gone = [...this.#guests].filter(([, share]) => isMeant(share)).map(([userId]) => userId)
    for (const userId of gone) this.#guests.delete(userId)
    return gone
  }
}

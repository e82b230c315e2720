import { BlockList, type IPVersion, Socket, type SocketAddress } from 'node:net'
import type { Env } from '../env.ts'
import { networksOf } from '../outboundEnv.ts'

type Settings = Pick<Env, 'OUTBOUND_ALLOW' | 'OUTBOUND_DENY'>

/** Says of an address whether it must not be called. */
function rulesOf({ OUTBOUND_ALLOW, OUTBOUND_DENY }: Settings) {
  const [denied, allowed] = [networksOf(OUTBOUND_DENY), networksOf(OUTBOUND_ALLOW)]
  const isLimited = allowed.rules.length > 0
  return (address: string, family?: IPVersion) =>
    denied.check(address, family) || (isLimited && !allowed.check(address, family))
}

const inForce = new Set<ReturnType<typeof rulesOf>>()

/** Asked by Node after a name was looked up, right before it connects: what a name leads to cannot change in between. */
class OutboundGate extends BlockList {
  override check(address: SocketAddress | string, type?: IPVersion): boolean {
    const [text, family] = typeof address === 'string' ? [address, type] : [address.address, address.family]
    return [...inForce].some((isForbidden) => isForbidden(text, family))
  }
}

const blockList = new OutboundGate()

let isInPlace = false

/** Once under every connection of this process, whichever library opens it: one that is added later cannot forget it. */
function putInPlace(): void {
  if (isInPlace) return
  isInPlace = true
  const open = Socket.prototype.connect
  Socket.prototype.connect = function connect(this: Socket & { blockList?: BlockList }, ...args: unknown[]): Socket {
    // Node takes it as an option of the constructor, which libraries do not let us reach, and asks it when it connects.
    if (inForce.size > 0) this.blockList = blockList
    return Reflect.apply(open, this, args) as Socket
  }
}

/**
 * Holds all connections to what the settings let this console call. What other programs open (git, rsync) it does not see.
 * @returns lifts it again
 */
export function guardOutbound(settings: Settings): () => void {
  const isForbidden = rulesOf(settings)
  putInPlace()
  inForce.add(isForbidden)
  return () => {
    inForce.delete(isForbidden)
  }
}

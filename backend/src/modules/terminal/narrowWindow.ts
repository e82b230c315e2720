import type ssh2 from 'ssh2'

/** What a server may send before it is asked for more; a tenth of a second of what a page draws, even where it draws slowly. */
const WINDOW_BYTES = 256 * 1024

/** What ssh2 keeps of a channel, as far as it is needed here; its types leave it out. */
interface Inside {
  incoming: { window: number }
  outgoing: { id: number; state: string }
  _client: { _protocol: { channelWindowAdjust(id: number, bytes: number): void } }
}

/**
 * Lets a server send less ahead than the 2 MiB of ssh2, which cannot be told: whoever stops a flood has to wait until
 * everything that is on its way is drawn. What was granted when the channel was opened stands until it is used up.
 * @returns to be called with each number of bytes that were taken
 */
export function narrowWindow(channel: ssh2.ClientChannel): (bytes: number) => void {
  // The public type is the same object with less of it.
  const { incoming, outgoing, _client } = channel as unknown as Inside
  let granted = incoming.window
  // ssh2 asks for more when this runs low: it never does, so that only the line below asks.
  incoming.window = Number.POSITIVE_INFINITY
  return (bytes) => {
    granted -= bytes
    if (granted > WINDOW_BYTES / 2 || outgoing.state === 'closed') return
    _client._protocol.channelWindowAdjust(outgoing.id, WINDOW_BYTES - granted)
    granted = WINDOW_BYTES
  }
}

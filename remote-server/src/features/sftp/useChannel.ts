import type { SftpReady } from '@windlass/shared-kit/contract/sftpListing'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { openChannel, type SftpChannel } from './sftpChannel.ts'

const LINGER_MS = 1_000

interface Shared {
  channel: SftpChannel
  users: number
}

const channels = new Map<number, Shared>()

const shared = (serverId: number): Shared => {
  const there = channels.get(serverId)
  if (there) return there
  const made = { channel: openChannel(serverId), users: 0 }
  channels.set(serverId, made)
  return made
}

/** The page's connection to a server: one for all panes that show it, closed after the last one has left. */
export function useChannel(serverId: number): { channel: SftpChannel; ready: SftpReady | undefined } {
  const [held, setHeld] = useState(() => ({ serverId, ...shared(serverId) }))
  if (held.serverId !== serverId) setHeld({ serverId, ...shared(serverId) })
  useEffect(() => {
    const entry = shared(serverId)
    entry.users += 1
    return () => {
      entry.users -= 1
      // Another pane may be about to show the same server.
      setTimeout(() => {
        if (entry.users > 0 || channels.get(serverId) !== entry) return
        channels.delete(serverId)
        entry.channel.close()
      }, LINGER_MS)
    }
  }, [serverId])
  const { channel } = held
  const ready = useSyncExternalStore(channel.onReady, channel.ready)
  return { channel, ready }
}

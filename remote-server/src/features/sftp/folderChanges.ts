import { isWithin } from './remotePath.ts'

type Listener = (serverId: number, dirs: readonly string[]) => void
const listeners = new Set<Listener>()

/** Says that these folders of a server hold something else now; whoever shows one reads it again. */
export function announceChange(serverId: number, dirs: readonly string[]): void {
  for (const listener of listeners) listener(serverId, dirs)
}

/** Calls when a folder, or one on the way to it, was changed. */
export function onChange(serverId: number, path: string, listener: () => void): () => void {
  const listen: Listener = (changed, dirs) => {
    if (changed === serverId && dirs.some((dir) => isWithin(path, dir))) listener()
  }
  listeners.add(listen)
  return () => listeners.delete(listen)
}

import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { isOnServers } from './monitorFields.ts'
import { useServerChoices } from './useMonitors.ts'

/** What a monitor looks at, in words: servers by their names. */
export function useWatchedNames({ type, target }: Pick<Monitor, 'type' | 'target'>): string[] {
  const servers = useServerChoices()
  const items = target.items ?? []
  const nameOf = (item: string) => servers.data?.find(({ id }) => String(id) === item)?.name ?? `#${item}`
  return isOnServers(type) ? items.map(nameOf) : items
}

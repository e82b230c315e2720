import { State } from '@windlass/shared-kit/contract/enums'
import type { ServerRow } from '@windlass/shared-kit/contract/server'

/** Groups that are counted above the list, and what belongs to each. */
export const SERVER_GROUPS = {
  enabled: ({ state }: ServerRow) => state === State.Enabled,
  disabled: ({ state }: ServerRow) => state === State.Disabled,
  shared: ({ namespaceId }: ServerRow) => namespaceId === 0,
  changed: ({ hostKey }: ServerRow) => hostKey?.isChanged === true,
} as const
export type ServerGroup = keyof typeof SERVER_GROUPS

/** Those groups in the order in which they are shown. */
export const GROUP_NAMES = Object.keys(SERVER_GROUPS) as ServerGroup[]

const textOf = ({ name, owner, ip, port, description, tags }: ServerRow) =>
  `${name}\n${owner}@${ip}:${port}\n${description}\n${tags.join('\n')}`.toLowerCase()

interface Filter {
  search: string
  /** A group, or "" for all. */
  show: string
  /** A server must have all of them. */
  tags: readonly string[]
}

/** What a list shows under its filters, which are all met together. */
export function shownServers(servers: readonly ServerRow[], { search, show, tags }: Filter): ServerRow[] {
  const words = search.trim().toLowerCase().split(/\s+/)
  const group = GROUP_NAMES.find((name) => name === show)
  return servers.filter((server) => {
    const text = textOf(server)
    return (
      words.every((word) => text.includes(word)) &&
      (!group || SERVER_GROUPS[group](server)) &&
      tags.every((tag) => server.tags.includes(tag))
    )
  })
}

/** The tags in use, the most used first. */
export function serverTags(servers: readonly ServerRow[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const tag of servers.flatMap((server) => server.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || one.tag.localeCompare(other.tag))
}

import { useNamespace } from '@windlass/shared-kit/session'
import { PageLink } from './PageLink.tsx'
import { memberPlaces, serverPlaces } from './places.ts'

interface PersonProps {
  name: string
  /** What stands there when nobody has the name. */
  none: string
}

/** Who did something, with the way to the member. */
export function PersonLink({ name, none }: PersonProps) {
  if (name === '') return <span className="wl-faint">{none}</span>
  return <PageLink places={memberPlaces(name)}>{name}</PageLink>
}

interface ServerProps {
  row: { serverID: number; serverName: string; namespaceID: number }
  none: string
}

/** Where something was done. Servers are seen from their own namespace only, and not after they were removed. */
export function ServerLink({ row: { serverID, serverName, namespaceID }, none }: ServerProps) {
  const { id } = useNamespace()
  if (serverName === '') return <span className="wl-faint">{none}</span>
  return <PageLink places={namespaceID === id ? serverPlaces(serverID, serverName) : []}>{serverName}</PageLink>
}

import { useState } from 'react'
import { BoundProjectsDrawer } from './BoundProjectsDrawer.tsx'
import { CheckDrawer } from './CheckDrawer.tsx'
import { HostKeysDrawer } from './HostKeysDrawer.tsx'
import { ImportDrawer } from './ImportDrawer.tsx'
import { ServerForm } from './ServerForm.tsx'
import type { RowPlace } from './ServerTable.tsx'
import type { useChecks } from './useDiagnosis.ts'
import type { useServers } from './useServers.ts'

type Place = RowPlace | 'add'

interface Props {
  servers: ReturnType<typeof useServers>
  checks: ReturnType<typeof useChecks>
  tags: readonly string[]
  /** What the address says is open: the id of a server, or what is added. */
  place: Readonly<Record<Place, string>>
  onClose: (places: Place[]) => void
}

/** What opens beside the list, as the address says. */
export function ServerDrawers({ servers, checks, tags, place, onClose }: Props) {
  const { add, edit, copy, projects, keys, check } = place
  const find = (id: string) => servers.list.data?.find((server) => String(server.id) === id)
  // Going from one server to the next by the browser's history must never show one under the name of the other.
  const subject = [add, edit && `edit ${edit}`, copy && `copy ${copy}`].join('')
  const [shown, setShown] = useState(subject)
  if (subject !== '' && subject !== shown) setShown(subject)
  const checked = find(check)
  return (
    <>
      <ServerForm
        key={shown}
        server={find(edit)}
        template={find(copy)}
        isNew={add === 'new'}
        tags={tags}
        onAdd={servers.add}
        onEdit={servers.edit}
        onClose={() => onClose(['add', 'edit', 'copy'])}
      />
      <BoundProjectsDrawer server={find(projects)} onClose={() => onClose(['projects'])} />
      <HostKeysDrawer server={find(keys)} onClose={() => onClose(['keys'])} />
      <CheckDrawer
        server={checked}
        run={checked && checks.of(checked.id)}
        onCheck={() => void (checked && checks.start([checked.id]))}
        onClose={() => onClose(['check'])}
      />
      <ImportDrawer open={add === 'import'} servers={servers.list.data ?? []} onClose={() => onClose(['add'])} />
    </>
  )
}

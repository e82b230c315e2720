import { useAtomValue } from 'jotai'
import type { PermissionId } from '../contract/permission.ts'
import { permissionIdsAtom } from '../session/session.ts'
import { store } from '../session/store.ts'

const holdsAny = (held: ReadonlySet<number>, any: readonly PermissionId[]) => any.some((id) => held.has(id))

/** Whether the user holds at least one of the permissions now; an empty list is refused. */
export function can(any: readonly PermissionId[]): boolean {
  return holdsAny(store.get(permissionIdsAtom), any)
}

/** The same for components: they render again when the permissions change. */
export function useCan(any: readonly PermissionId[]): boolean {
  return holdsAny(useAtomValue(permissionIdsAtom), any)
}

import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '@windlass/shared-kit/contract'
import { RoleHolders } from '@windlass/shared-kit/contract/role'
import { call } from '@windlass/shared-kit/http'

/** Who has a role; nobody is asked while none is named. */
export function useRoleHolders(roleId: number | undefined) {
  return useQuery({
    queryKey: ['role', 'holders', roleId],
    queryFn: ({ signal }) => call(RoleHolders, { roleId: roleId ?? 0 }, { signal }),
    enabled: roleId !== undefined,
    // Decides about people: never from what was true some time ago.
    staleTime: 0,
  })
}

/** Who a role is about, in numbers; a disabled account does nothing with it. */
export function reachOf({ list, elsewhere }: Omit<OutputOf<typeof RoleHolders>, 'isChangeable'>) {
  const active = list.filter(({ isDisabled }) => !isDisabled)
  return {
    people: new Set(active.map(({ userId }) => userId)).size,
    namespaces: new Set(active.map(({ namespaceId }) => namespaceId)).size,
    elsewhere: elsewhere.people,
    names: [...new Set(active.map(({ userName }) => userName))],
  }
}

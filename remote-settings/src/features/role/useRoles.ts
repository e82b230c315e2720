import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  RoleAdd,
  RoleChangePermission,
  RoleEdit,
  RoleList,
  RolePermissionBindings,
  RolePermissionList,
  RoleRemove,
} from '@windlass/shared-kit/contract/role'
import { call } from '@windlass/shared-kit/http'

/** What a person fills in about a role. */
export type RoleFields = Pick<InputOf<typeof RoleAdd>, 'description' | 'name'>
/** A role to add, with what it permits at first. */
export type NewRole = InputOf<typeof RoleAdd>

/** The roles, and what can be done with them. */
export function useRoles() {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['role'] }) }
  const list = useQuery({
    queryKey: ['role', 'list'],
    queryFn: ({ signal }) => call(RoleList, {}, { signal }),
    select: (data) => data.list,
  })
  const add = useMutation({ mutationFn: (role: NewRole) => call(RoleAdd, role), ...changed })
  const edit = useMutation({ mutationFn: (role: InputOf<typeof RoleEdit>) => call(RoleEdit, role), ...changed })
  const remove = useMutation({ mutationFn: (id: number) => call(RoleRemove, { id }), ...changed })
  return { list, add: add.mutateAsync, edit: edit.mutateAsync, remove: remove.mutateAsync }
}

/** Every permission there is, and which of them one role grants. */
export function useRolePermissions(roleId: number | undefined) {
  const client = useQueryClient()
  const rows = useQuery({
    queryKey: ['role', 'permissions'],
    queryFn: ({ signal }) => call(RolePermissionList, {}, { signal }),
    select: (data) => data.list,
    enabled: roleId !== undefined,
  })
  const granted = useQuery({
    queryKey: ['role', 'granted', roleId],
    queryFn: ({ signal }) => call(RolePermissionBindings, { roleId: roleId ?? 0 }, { signal }),
    select: (data) => data.list.map((binding) => binding.permissionId),
    enabled: roleId !== undefined,
    // Saving replaces all that the role grants, so a form never starts from what was true some time ago.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const save = useMutation({
    mutationFn: (input: InputOf<typeof RoleChangePermission>) => call(RoleChangePermission, input),
    onSuccess: () =>
      // The list counts permissions; who has the role stays as it is.
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'role' && queryKey[1] !== 'holders' }),
  })
  return { rows, granted, save: save.mutateAsync }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import {
  NamespaceAddUser,
  NamespaceChangeRole,
  NamespaceRemoveUser,
  NamespaceUserBonds,
  NamespaceUserList,
} from '@windlass/shared-kit/contract/namespace'
import { RoleOptionList } from '@windlass/shared-kit/contract/role'
import { UserList } from '@windlass/shared-kit/contract/user'
import { call } from '@windlass/shared-kit/http'

const NO_NAMESPACE = 0

/** Who belongs to one namespace, and with which role. */
export function useBindings(namespaceId = NO_NAMESPACE) {
  const client = useQueryClient()
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ['namespace', 'members', namespaceId] }) }
  const list = useQuery({
    queryKey: ['namespace', 'members', namespaceId],
    queryFn: ({ signal }) => call(NamespaceUserList, { id: namespaceId }, { signal }),
    select: (data) => data.list,
    enabled: namespaceId !== NO_NAMESPACE,
  })
  const bind = useMutation({
    mutationFn: (input: Omit<InputOf<typeof NamespaceAddUser>, 'namespaceId'>) =>
      call(NamespaceAddUser, { ...input, namespaceId }),
    ...changed,
  })
  const changeRole = useMutation({
    mutationFn: (input: InputOf<typeof NamespaceChangeRole>) => call(NamespaceChangeRole, input),
    ...changed,
  })
  const unbind = useMutation({
    mutationFn: (namespaceUserId: number) => call(NamespaceRemoveUser, { namespaceUserId }),
    ...changed,
  })
  return { list, bind: bind.mutateAsync, changeRole: changeRole.mutateAsync, unbind: unbind.mutateAsync }
}

/** What a member leaves behind in the namespace; asked for when he is about to be removed. */
export const useBonds = (namespaceUserId: number | undefined) =>
  useQuery({
    queryKey: ['namespace', 'bonds', namespaceUserId],
    queryFn: ({ signal }) =>
      call(NamespaceUserBonds, { namespaceUserId: namespaceUserId ?? 0 }, { signal, quiet: true }),
    enabled: namespaceUserId !== undefined,
    staleTime: 0,
  })

/** Users and roles to choose from, loaded when a form needs them. */
export function useBindingOptions(isNeeded: boolean) {
  const users = useQuery({
    queryKey: ['user', 'list'],
    queryFn: ({ signal }) => call(UserList, {}, { signal }),
    select: (data) => data.list,
    enabled: isNeeded,
  })
  const roles = useQuery({
    queryKey: ['role', 'options'],
    queryFn: ({ signal }) => call(RoleOptionList, {}, { signal }),
    select: (data) => data.list,
    enabled: isNeeded,
  })
  return { users, roles }
}

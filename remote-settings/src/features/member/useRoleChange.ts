import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NamespaceChangeRole, NamespaceOptionList, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { RoleOptionList } from '@windlass/shared-kit/contract/role'
import { call } from '@windlass/shared-kit/http'
import type { Member } from './useMembers.ts'

/** What becomes of one member when the role is given; without a binding he does not belong to the namespace. */
export interface RoleChange {
  member: Member
  /** Of the binding whose role changes; absent where nothing does. */
  bindingId: number | undefined
  /** The role he has there; absent for who is no member. */
  roleName: string | undefined
}

/** Where roles can be changed, to which, and what that would change. */
export function useRoleChange(chosen: readonly Member[], namespaceId: number, roleId: number | undefined) {
  const client = useQueryClient()
  const namespaces = useQuery({
    queryKey: ['namespace', 'options'],
    queryFn: ({ signal }) => call(NamespaceOptionList, {}, { signal }),
    select: (data) => data.list,
  })
  const roles = useQuery({
    queryKey: ['role', 'options'],
    queryFn: ({ signal }) => call(RoleOptionList, {}, { signal }),
    select: (data) => data.list,
  })
  const bindings = useQuery({
    queryKey: ['namespace', 'members', namespaceId],
    queryFn: ({ signal }) => call(NamespaceUserList, { id: namespaceId }, { signal, quiet: true }),
    select: (data) => data.list,
    staleTime: 0,
  })
  const changes = chosen.map((member): RoleChange => {
    const binding = bindings.data?.find(({ userId }) => userId === member.id)
    const isChanged = binding?.roleId !== undefined && binding.roleId !== roleId
    return { member, bindingId: isChanged ? binding.id : undefined, roleName: binding?.roleName }
  })

  /** One after the other, so that each is told and logged by itself; answers whose role stayed as it was. */
  const change = async (wanted: readonly RoleChange[], newRoleId: number): Promise<number[]> => {
    const refused: number[] = []
    for (const { member, bindingId = 0 } of wanted) {
      // The transport tells why; the others go on.
      await call(NamespaceChangeRole, { namespaceUserId: bindingId, roleId: newRoleId }).catch(() =>
        refused.push(member.id),
      )
    }
    await client.invalidateQueries({ queryKey: ['namespace', 'members', namespaceId] })
    return refused
  }
  return { namespaces, roles, bindings, changes, change }
}

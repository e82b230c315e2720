import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  NamespaceChangeRoles,
  NamespaceOptionList,
  NamespaceUserList,
  ROLE_REFUSALS,
  type RoleRefusals,
} from '@windlass/shared-kit/contract/namespace'
import { RoleOptionList } from '@windlass/shared-kit/contract/role'
import { ApiError, call } from '@windlass/shared-kit/http'
import type { Member } from './useMembers.ts'

/** Why somebody stays what he is. */
export type RefusalReason = Refused[number]['reason']

/** What becomes of one member when the role is given. */
export interface RoleChange {
  member: Member
  isChanged: boolean
  /** The role he has there; absent for who is no member. */
  roleName: string | undefined
}

type Refused = RoleRefusals['refused']

const isRefused = (value: unknown): value is Refused[number] =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  'reason' in value &&
  ROLE_REFUSALS.some((reason) => reason === value.reason)

/** Who is named by a refusal; nobody where it was about something else. */
function refusedOf(error: unknown): Refused {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return []
  const refused: unknown = 'refused' in error.data ? error.data.refused : undefined
  return Array.isArray(refused) ? refused.filter(isRefused) : []
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
    return { member, isChanged, roleName: binding?.roleName }
  })

  /** All of them or none; answers who stands in the way, and why. */
  const change = async (userIds: number[], newRoleId: number): Promise<Refused> => {
    const input = { namespaceId, userIds, roleId: newRoleId }
    try {
      await call(NamespaceChangeRoles, input, { quiet: true })
      return []
    } catch (error) {
      const refused = refusedOf(error)
      if (refused.length === 0) throw error
      return refused
    } finally {
      await client.invalidateQueries({ queryKey: ['namespace', 'members', namespaceId] })
    }
  }
  return { namespaces, roles, bindings, changes, change }
}
